import { defineTable, type TableFacts } from "./define-table.ts";

/** Transcribed from the published table reference of the vendor. */
export const INSIGHT_TABLES: readonly TableFacts[] = [
  defineTable("BehaviorAnalytics", {
    source: "behavior_analytics",
    signal: "core_iam",
    times: [],
    nativeIds: ["SourceRecordId"],
    ips: ["SourceIPAddress"],
    who: {
      upn: ["UserPrincipalName", "ActorPrincipalName"],
      oid: ["UsersInsights.AccountObjectID", "UsersInsights.AccountObjectId"],
      sam: ["UserName", "ActorName"],
      sid: ["UsersInsights.OnPremisesSID", "UsersInsights.OnPremisesSid"],
      name: ["UsersInsights.AccountDisplayName"],
    },
    columns: {
      string: `
        ActionType ActivityType ActorName ActorPrincipalName DestinationDevice DestinationIPAddress
        DestinationIPLocation Device EventProductVersion EventSource EventVendor NativeTableName SourceDevice
        SourceIPAddress SourceIPLocation SourceRecordId SourceSystem TargetName TargetPrincipalName TenantId
        Type UserName UserPrincipalName _IsBillable _ItemId _ResourceId _SubscriptionId`,
      dynamic: `
        ActivityInsights DevicesInsights UsersInsights`,
      datetime: `
        TimeGenerated TimeProcessed`,
      int: `
        InvestigationPriority`,
      real: `
        _BilledSize`,
    },
  }),
  defineTable("Anomalies", {
    source: "anomalies",
    signal: "core_iam",
    times: ["StartTime"],
    nativeIds: ["Id"],
    ips: ["SourceIpAddress"],
    who: { upn: ["UserPrincipalName"], sam: ["UserName"], name: ["UserInsights.AccountDisplayName"] },
    columns: {
      string: `
        AnomalyTemplateId AnomalyTemplateName AnomalyTemplateVersion Description DestinationDevice
        DestinationIpAddress Id RuleConfigVersion RuleId RuleName RuleStatus SourceDevice SourceIpAddress
        SourceSystem Tactics Techniques TenantId Type UserName UserPrincipalName VendorName WorkspaceId
        _IsBillable _ItemId`,
      dynamic: `
        ActivityInsights AnomalyDetails AnomalyReasons DestinationLocation DeviceInsights Entities ExtendedLinks
        ExtendedProperties SourceLocation UserInsights`,
      datetime: `
        EndTime StartTime TimeGenerated`,
      real: `
        Score _BilledSize`,
    },
  }),
];
