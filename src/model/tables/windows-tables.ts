import { defineTable, type TableFacts } from "./define-table.ts";

/** Transcribed from the published table reference of the vendor. */
export const WINDOWS_TABLES: readonly TableFacts[] = [
  defineTable("SecurityEvent", {
    source: "windows_security",
    signal: "infrastructure",
    times: [],
    nativeIds: ["EventRecordId"],
    ips: ["IpAddress", "ClientIPAddress", "ClientAddress", "RemoteIpAddress"],
    who: {
      sam: ["SubjectAccount", "TargetAccount", "Account"],
      sid: ["SubjectUserSid", "TargetUserSid", "TargetSid"],
    },
    columns: {
      string: `
        AccessMask Account AccountDomain AccountExpires AccountName AccountSessionIdentifier AccountType
        Activity AdditionalInfo AdditionalInfo2 AllowedToDelegateTo Attributes AuditPolicyChanges
        AuthenticationPackageName AuthenticationProvider AuthenticationServer AuthenticationType
        AzureDeploymentID CACertificateHash CAPublicKeyHash CalledStationID CallerProcessId CallerProcessName
        CallingStationID CategoryId CertificateDatabaseHash Channel ClassId ClassName ClientAddress
        ClientIPAddress ClientName CommandLine CompatibleIds Computer Correlation DCDNSName DeviceDescription
        DeviceId DisplayName Disposition DomainBehaviorVersion DomainName DomainPolicyChanged DomainSid EAPType
        ElevatedToken EventLevelName EventRecordId EventSourceName ExtendedQuarantineState FailureReason
        FileHash FilePath FilePathNoUser Filter ForceLogoff Fqbn FullyQualifiedSubjectMachineName
        FullyQualifiedSubjectUserName GroupMembership HandleId HardwareIds HomeDirectory HomePath InterfaceUuid
        IpAddress IpPort Keywords Level LmPackageName LocationInformation LockoutDuration
        LockoutObservationWindow LockoutThreshold LoggingResult LogonGuid LogonHours LogonID LogonProcessName
        LogonTypeName MachineAccountQuota MachineInventory MachineLogon ManagementGroupName MandatoryLabel
        MaxPasswordAge MemberName MemberSid MinPasswordAge MinPasswordLength MixedDomainMode NASIPv4Address
        NASIPv6Address NASIdentifier NASPort NASPortType NetworkPolicyName NewDate NewMaxUsers NewProcessId
        NewProcessName NewRemark NewShareFlags NewTime NewUacValue NewValue NewValueType ObjectName ObjectServer
        ObjectType ObjectValueName OemInformation OldMaxUsers OldRemark OldShareFlags OldUacValue OldValue
        OldValueType Opcode OperationType PackageName ParentProcessName PasswordHistoryLength PasswordLastSet
        PasswordProperties PreviousDate PreviousTime PrimaryGroupId PrivateKeyUsageCount PrivilegeList Process
        ProcessId ProcessName ProfilePath Properties ProtocolSequence ProxyPolicyName QuarantineHelpURL
        QuarantineSessionID QuarantineSessionIdentifier QuarantineState QuarantineSystemHealthResult
        RelativeTargetName RemoteIpAddress RemotePort RequestId Requester RestrictedAdminMode RowsDeleted
        SamAccountName ScriptPath SecurityDescriptor ServiceAccount ServiceFileName ServiceName ServiceType
        SessionName ShareLocalPath ShareName SidHistory SourceComputerId SourceSystem Status StorageAccount
        SubStatus SubcategoryGuid SubcategoryId Subject SubjectAccount SubjectDomainName SubjectKeyIdentifier
        SubjectLogonId SubjectMachineName SubjectMachineSID SubjectUserName SubjectUserSid SystemUserId TableId
        TargetAccount TargetDomainName TargetInfo TargetLinkedLogonId TargetLogonGuid TargetLogonId
        TargetOutboundDomainName TargetOutboundUserName TargetServerName TargetSid TargetUser TargetUserName
        TargetUserSid TemplateContent TemplateDSObjectFQDN TemplateInternalName TemplateOID
        TemplateSchemaVersion TemplateVersion TenantId TokenElevationType TransmittedServices Type
        UserAccountControl UserParameters UserPrincipalName UserWorkstations VendorIds VirtualAccount
        Workstation WorkstationName _IsBillable _ItemId _ResourceId _SubscriptionId`,
      json: `
        EventData`,
      datetime: `
        TimeGenerated`,
      int: `
        AuditsDiscarded AuthenticationLevel AuthenticationService ErrorCode EventID KeyLength LogonType
        ServiceStartType SystemProcessId SystemThreadId Task Version`,
      real: `
        _BilledSize`,
    },
  }),
];
