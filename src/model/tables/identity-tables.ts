import { defineTable, type TableFacts } from "./define-table.ts";

/** Transcribed from the published table reference of the vendor. */
export const IDENTITY_TABLES: readonly TableFacts[] = [
  defineTable("IdentityLogonEvents", {
    source: "identity_logon",
    signal: "core_iam",
    times: ["Timestamp"],
    nativeIds: ["ReportId"],
    ips: ["IPAddress"],
    who: {
      upn: ["AccountUpn"],
      oid: ["AccountObjectId"],
      sam: ["AccountDomain\\AccountName"],
      sid: ["AccountSid"],
      name: ["AccountDisplayName"],
    },
    columns: {
      string: `
        AccountDisplayName AccountDomain AccountName AccountObjectId AccountSid AccountUpn ActionType
        Application DestinationDeviceName DestinationIPAddress DestinationPort DeviceName DeviceType
        FailureReason IPAddress ISP Location LogonType OSPlatform Port Protocol ReportId SourceSystem
        TargetAccountDisplayName TargetDeviceName TenantId Type _IsBillable _ItemId`,
      dynamic: `
        AdditionalFields LastSeenForUser UncommonForUser`,
      datetime: `
        TimeGenerated`,
      real: `
        _BilledSize`,
    },
  }),
  defineTable("IdentityQueryEvents", {
    source: "identity_query",
    signal: "core_iam",
    times: ["Timestamp"],
    nativeIds: ["ReportId"],
    ips: ["IPAddress"],
    who: {
      upn: ["AccountUpn"],
      oid: ["AccountObjectId"],
      sam: ["AccountDomain\\AccountName"],
      sid: ["AccountSid"],
      name: ["AccountDisplayName"],
    },
    columns: {
      string: `
        AccountDisplayName AccountDomain AccountName AccountObjectId AccountSid AccountUpn ActionType
        Application DestinationDeviceName DestinationIPAddress DestinationPort DeviceName IPAddress Location
        Port Protocol Query QueryTarget QueryType ReportId SourceSystem TargetAccountDisplayName
        TargetAccountUpn TargetDeviceName TenantId Type _IsBillable _ItemId`,
      dynamic: `
        AdditionalFields`,
      datetime: `
        TimeGenerated`,
      real: `
        _BilledSize`,
    },
  }),
  defineTable("IdentityDirectoryEvents", {
    source: "identity_directory",
    signal: "core_iam",
    times: ["Timestamp"],
    nativeIds: ["ReportId"],
    ips: ["IPAddress"],
    who: {
      upn: ["AccountUpn"],
      oid: ["AccountObjectId"],
      sam: ["AccountDomain\\AccountName"],
      sid: ["AccountSid"],
      name: ["AccountDisplayName"],
    },
    columns: {
      string: `
        AccountDisplayName AccountDomain AccountName AccountObjectId AccountSid AccountUpn ActionType
        Application DestinationDeviceName DestinationIPAddress DestinationPort DeviceName IPAddress ISP Location
        Port Protocol ReportId SourceSystem TargetAccountDisplayName TargetAccountUpn TargetDeviceName TenantId
        Type _IsBillable _ItemId`,
      dynamic: `
        AdditionalFields`,
      datetime: `
        TimeGenerated`,
      real: `
        _BilledSize`,
    },
  }),
];
