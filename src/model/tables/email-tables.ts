import { defineTable, type TableFacts } from "./define-table.ts";

/** Transcribed from the published table reference of the vendor. */
export const EMAIL_TABLES: readonly TableFacts[] = [
  defineTable("EmailEvents", {
    source: "email",
    signal: "communications",
    times: ["Timestamp"],
    nativeIds: ["ReportId"],
    ips: ["SenderIPv4", "SenderIPv6"],
    who: {
      upn: ["SenderFromAddress", "RecipientEmailAddress"],
      oid: ["SenderObjectId", "RecipientObjectId"],
      name: ["SenderDisplayName"],
    },
    columns: {
      string: `
        Connectors Context DeliveryAction DeliveryLocation DistributionList EmailAction EmailActionPolicy
        EmailActionPolicyGuid EmailDirection EmailLanguage ExchangeTransportRule ForwardingInformation
        InternetMessageId LatestDeliveryAction LatestDeliveryLocation NetworkMessageId OrgLevelAction
        OrgLevelPolicy RecipientDomain RecipientEmailAddress RecipientObjectId ReportId SenderDisplayName
        SenderFromAddress SenderFromDomain SenderIPv4 SenderIPv6 SenderMailFromAddress SenderMailFromDomain
        SenderObjectId SourceSystem Subject TenantId ThreatClassification ThreatNames ThreatTypes Type
        UserLevelAction UserLevelPolicy _IsBillable _ItemId`,
      json: `
        AuthenticationDetails ConfidenceLevel DetectionMethods`,
      dynamic: `
        AdditionalFields Cc To`,
      datetime: `
        LastEventExecutionTime TimeGenerated`,
      int: `
        AttachmentCount BulkComplaintLevel EmailSize UrlCount`,
      long: `
        EmailClusterId`,
      real: `
        _BilledSize`,
      bool: `
        IsFirstContact`,
    },
  }),
  defineTable("EmailPostDeliveryEvents", {
    source: "email_post_delivery",
    signal: "communications",
    times: ["Timestamp"],
    nativeIds: ["ReportId"],
    ips: [],
    who: { upn: ["RecipientEmailAddress"] },
    columns: {
      string: `
        Action ActionResult ActionTrigger ActionType DeliveryLocation EmailDirection InternetMessageId
        NetworkMessageId RecipientEmailAddress ReportId SenderFromAddress SourceSystem TenantId ThreatTypes Type
        _IsBillable _ItemId`,
      json: `
        DetectionMethods`,
      datetime: `
        TimeGenerated`,
      real: `
        _BilledSize`,
    },
  }),
  defineTable("EmailUrlInfo", {
    source: "email_url",
    signal: "communications",
    times: ["Timestamp"],
    nativeIds: ["ReportId"],
    ips: [],
    who: {},
    columns: {
      string: `
        NetworkMessageId ReportId SourceSystem TenantId Type Url UrlChainId UrlDomain UrlLocation _IsBillable
        _ItemId`,
      datetime: `
        TimeGenerated`,
      int: `
        UrlChainPosition`,
      real: `
        _BilledSize`,
    },
  }),
  defineTable("EmailAttachmentInfo", {
    source: "email_attachment",
    signal: "communications",
    times: ["Timestamp"],
    nativeIds: ["ReportId"],
    ips: [],
    who: { upn: ["RecipientEmailAddress", "SenderFromAddress"], oid: ["RecipientObjectId", "SenderObjectId"] },
    columns: {
      string: `
        FileExtension FileName FileType NetworkMessageId RecipientEmailAddress RecipientObjectId ReportId SHA256
        SenderDisplayName SenderFromAddress SenderObjectId SourceSystem TenantId ThreatNames ThreatTypes Type
        _IsBillable _ItemId`,
      json: `
        DetectionMethods`,
      datetime: `
        TimeGenerated`,
      long: `
        FileSize`,
      real: `
        _BilledSize`,
    },
  }),
  defineTable("UrlClickEvents", {
    source: "url_click",
    signal: "communications",
    times: ["Timestamp"],
    nativeIds: ["ReportId"],
    ips: ["IPAddress"],
    who: { upn: ["AccountUpn"] },
    columns: {
      string: `
        AccountUpn ActionType AppName AppVersion IPAddress NetworkMessageId ReportId SourceId SourceSystem
        TenantId ThreatTypes Type Url Workload _IsBillable _ItemId`,
      json: `
        DetectionMethods UrlChain`,
      datetime: `
        TimeGenerated`,
      real: `
        _BilledSize`,
      bool: `
        IsClickedThrough`,
    },
  }),
];
