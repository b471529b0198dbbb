import { defineTable, type TableFacts } from "./define-table.ts";

/** Transcribed from the published table reference of the vendor. */
export const OFFICE_TABLES: readonly TableFacts[] = [
  defineTable("OfficeActivity", {
    source: "office_activity",
    signal: "productivity",
    times: ["CreationTime", "Start_Time"],
    nativeIds: ["OfficeId"],
    ips: ["ClientIP", "Client_IPAddress", "ActorIpAddress"],
    who: {
      upn: ["UserId", "MailboxOwnerUPN"],
      oid: ["UserKey"],
      sid: ["LogonUserSid"],
      name: ["LogonUserDisplayName"],
      app: ["AppId", "ClientAppId"],
    },
    columns: {
      string: `
        AADGroupId Activity ActorContextId ActorIpAddress AddOnGuid AddOnType AddonName AppDistributionMode
        AppId AppPoolName Application ApplicationId AzureADAppId AzureActiveDirectory_EventType ChannelGuid
        ChannelName ChannelType ChatName ChatThreadId Client ClientAppId ClientIP ClientInfoString
        ClientMachineName ClientProcessName ClientVersion Client_IPAddress CommunicationType CustomEvent
        DestMailboxId DestMailboxOwnerMasterAccountSid DestMailboxOwnerSid DestMailboxOwnerUPN
        DestinationFileExtension DestinationFileName DestinationRelativeUrl DeviceInformation
        EffectiveOrganization ElevationApprover ElevationRequestId ElevationRole EventSource Event_Data
        ExternalAccess GenericInfo InterSystemsId IntraSystemId ItemName ItemType ListItemUniqueId
        LogonUserDisplayName LogonUserSid Logon_Type MachineDomainInfo MachineId MailboxGuid
        MailboxOwnerMasterAccountSid MailboxOwnerSid MailboxOwnerUPN MeetingDetailId MessageId
        ModifiedObjectResolvedName Name NewValue OfficeId OfficeObjectId OfficeTenantId OfficeWorkload OldValue
        Operation OperationScope OrganizationId OrganizationName OriginatingServer RecordType ResultReasonType
        ResultStatus SRPolicyId SRPolicyName SendAsUserMailboxGuid SendAsUserSmtp SendOnBehalfOfUserSmtp
        SendonBehalfOfUserMailboxGuid SensitivityLabelId SharingType Site_ Site_Url SourceFileExtension
        SourceFileName SourceRecordId SourceRelativeUrl SourceSystem Source_Name SupportTicketId TabType
        TargetContextId TargetUserId TargetUserOrGroupName TargetUserOrGroupType TeamGuid TeamName TenantId Type
        UniqueSharingId UserAgent UserDomain UserId UserKey UserSharedWith UserType _IsBillable _ItemId
        _ResourceId _SubscriptionId`,
      json: `
        AADTarget Actor AffectedItems DestFolder ExtendedProperties Folder Folders Item ModifiedProperties
        Parameters`,
      dynamic: `
        AppAccessContext ArtifactsShared Attendees ExtraProperties Members OperationProperties
        SRRuleMatchDetails`,
      datetime: `
        ElevationApprovedTime ElevationTime JoinTime LeaveTime Start_Time TimeGenerated`,
      int: `
        DataCenterSecurityEventType ElevationDuration InternalLogonType LoginStatus`,
      real: `
        _BilledSize`,
      bool: `
        CrossMailboxOperations IsJoinedFromLobby IsManagedDevice`,
    },
  }),
  defineTable("CloudAppEvents", {
    source: "cloud_app",
    signal: "saas",
    times: ["Timestamp"],
    nativeIds: ["ReportId"],
    ips: ["IPAddress"],
    who: {
      upn: ["RawEventData.UserId", "AccountId"],
      oid: ["AccountObjectId"],
      name: ["AccountDisplayName"],
      app: ["OAuthAppId"],
    },
    columns: {
      string: `
        AccountDisplayName AccountId AccountObjectId AccountType ActionType ActivityType Application AuditSource
        City CountryCode DeviceType IPAddress IPCategory ISP OAuthAppId OSPlatform ObjectId ObjectName
        ObjectType ReportId SourceSystem TenantId Type UserAgent _IsBillable _ItemId`,
      dynamic: `
        ActivityObjects AdditionalFields IPTags LastSeenForUser RawEventData SessionData UncommonForUser
        UserAgentTags`,
      datetime: `
        TimeGenerated`,
      int: `
        AppInstanceId ApplicationId`,
      real: `
        _BilledSize`,
      bool: `
        IsAdminOperation IsAnonymousProxy IsExternalUser IsImpersonated`,
    },
  }),
  defineTable("MicrosoftPurviewInformationProtection", {
    source: "information_protection",
    signal: "productivity",
    times: [],
    nativeIds: ["Id"],
    ips: ["ClientIP"],
    who: { upn: ["UserId", "Sender"], oid: ["UserKey"] },
    columns: {
      string: `
        ActionSource ActionSourceDetail Application ApplicationMode ClientIP ContentType CorrelationId
        CurrentProtectionTypeName DataState DeviceName ExecutionRuleId ExecutionRuleName ExecutionRuleVersion Id
        IrmContentId ItemName ItemSize JustificationText LabelAction LabelEventType LabelName LabelVersion
        MachineName MgtRuleId ObjectId OldSensitivityLabelId OldSensitivityLabelOwnerEmail Operation
        OrganizationId OverRideReason OverRideType Platform PolicyId PolicyName PolicyVersion
        PreviousProtectionTypeName ProtectionEventTypeName RecordTypeName ResultStatus RuleMode Scope
        ScopedLocationId Sender SensitivityLabelId SensitivityLabelOwnerEmail SensitivityLabelPolicyId Severity
        SourceSystem TargetLocation TenantId Type UserId UserKey UserType WorkLoadItemId Workload _IsBillable
        _ItemId`,
      dynamic: `
        AppAccessContext AutoSensitivityLabelPolicyInfo Common ConditionMatch CurrentProtectionType EmailInfo
        ExchangeMetaData OverriddenActions PreviousProtectionType ProtectionEventData Receivers RuleActions
        SensitiveInfoTypeData SensitivityLabelEventFailureData SharePointMetaData`,
      datetime: `
        ItemCreationTime ItemLastModifiedTime LabelAppliedDateTime TimeGenerated`,
      int: `
        RecordType`,
      real: `
        _BilledSize`,
      bool: `
        IsViewableByExternalUsers SensitiveInfoDetectionIsIncluded`,
    },
  }),
];
