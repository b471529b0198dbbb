import { defineTable, type TableFacts } from "./define-table.ts";

/** Transcribed from the published table reference of the vendor. */
export const ENTRA_TABLES: readonly TableFacts[] = [
  defineTable("SigninLogs", {
    source: "entra_signin",
    signal: "core_iam",
    times: ["CreatedDateTime"],
    nativeIds: ["Id"],
    ips: ["IPAddress"],
    who: {
      upn: ["UserPrincipalName", "AlternateSignInName"],
      oid: ["UserId"],
      name: ["UserDisplayName", "Identity"],
      appOid: ["ServicePrincipalId"],
    },
    columns: {
      string: `
        AADTenantId AlternateSignInName AppDisplayName AppId AppOwnerTenantId AuthenticationProtocol
        AuthenticationRequirement AutonomousSystemNumber Category ClientAppUsed ClientCredentialType
        ConditionalAccessStatus CorrelationId CrossTenantAccessType FederatedCredentialId
        GlobalSecureAccessIpAddress HomeTenantId HomeTenantName IPAddress IPAddressFromResourceProvider Id
        Identity IncomingTokenType Level Location OperationName OperationVersion OriginalRequestId
        OriginalTransferMethod ProcessingTimeInMilliseconds Resource ResourceDisplayName ResourceGroup
        ResourceId ResourceIdentity ResourceOwnerTenantId ResourceProvider ResourceServicePrincipalId
        ResourceTenantId ResultDescription ResultSignature ResultType RiskDetail RiskLevel RiskLevelAggregated
        RiskLevelDuringSignIn RiskState ServicePrincipalId ServicePrincipalName SessionId SignInIdentifier
        SignInIdentifierType SourceAppClientId SourceSystem TokenIssuerName TokenIssuerType Type
        UniqueTokenIdentifier UserAgent UserDisplayName UserId UserPrincipalName UserType _IsBillable _ItemId`,
      json: `
        AppliedConditionalAccessPolicies AuthenticationAppDeviceDetails AuthenticationAppPolicyEvaluationDetails
        AuthenticationContextClassReferences AuthenticationDetails AuthenticationMethodsUsed
        AuthenticationProcessingDetails AuthenticationRequirementPolicies AuthenticatorAppLocation
        ConditionalAccessAudiences NetworkLocationDetails RiskEventTypes RiskEventTypes_V2
        SessionLifetimePolicies`,
      dynamic: `
        Agent AppliedEventListeners ConditionalAccessPolicies DeviceDetail LocationDetails MfaDetail Status
        TokenProtectionStatusDetails`,
      datetime: `
        CreatedDateTime TimeGenerated`,
      long: `
        DurationMs`,
      real: `
        _BilledSize`,
      bool: `
        FlaggedForReview IsInteractive IsRisky IsTenantRestricted IsThroughGlobalSecureAccess`,
    },
  }),
  defineTable("AuditLogs", {
    source: "entra_audit",
    signal: "core_iam",
    times: ["ActivityDateTime"],
    nativeIds: ["Id"],
    ips: ["InitiatedBy.user.ipAddress", "InitiatedBy.app.ipAddress"],
    who: {
      upn: ["InitiatedBy.user.userPrincipalName"],
      oid: ["InitiatedBy.user.id"],
      name: ["InitiatedBy.user.displayName", "InitiatedBy.app.displayName"],
      appOid: ["InitiatedBy.app.servicePrincipalId"],
      app: ["InitiatedBy.app.appId", "InitiatedBy.app.displayName"],
    },
    columns: {
      string: `
        AADOperationType AADTenantId ActivityDisplayName Category CorrelationId Id Identity Level Location
        LoggedByService OperationName OperationVersion Resource ResourceGroup ResourceId ResourceProvider Result
        ResultDescription ResultReason ResultSignature ResultType SourceSystem Type _IsBillable _ItemId`,
      dynamic: `
        AdditionalDetails InitiatedBy TargetResources`,
      datetime: `
        ActivityDateTime TimeGenerated`,
      long: `
        DurationMs`,
      real: `
        _BilledSize`,
    },
  }),
  defineTable("AADUserRiskEvents", {
    source: "entra_risk",
    signal: "core_iam",
    times: ["ActivityDateTime", "DetectedDateTime"],
    nativeIds: ["Id"],
    ips: ["IpAddress"],
    who: { upn: ["UserPrincipalName"], oid: ["UserId"], name: ["UserDisplayName"] },
    columns: {
      string: `
        Activity CorrelationId DetectionTimingType Id IpAddress OperationName RequestId RiskDetail RiskEventType
        RiskLevel RiskState Source SourceSystem TenantId TokenIssuerType Type UserDisplayName UserId
        UserPrincipalName _IsBillable _ItemId`,
      dynamic: `
        AdditionalInfo Location`,
      datetime: `
        ActivityDateTime DetectedDateTime LastUpdatedDateTime TimeGenerated`,
      real: `
        _BilledSize`,
    },
  }),
  defineTable("AADProvisioningLogs", {
    source: "entra_provisioning",
    signal: "iga",
    times: [],
    nativeIds: ["Id"],
    ips: [],
    who: {
      upn: ["InitiatedBy.userPrincipalName"],
      oid: ["InitiatedBy.id", "InitiatedBy.Id"],
      name: ["InitiatedBy.name", "InitiatedBy.Name"],
      appOid: ["ServicePrincipal.Id", "ServicePrincipal.id"],
    },
    columns: {
      string: `
        AADTenantId Category ChangeId CorrelationId CycleId Id JobId OperationName OperationVersion
        ProvisioningAction ResultDescription ResultSignature ResultType SourceSystem TenantId Type _IsBillable
        _ItemId`,
      json: `
        InitiatedBy ModifiedProperties ProvisioningStatusInfo ProvisioningSteps ServicePrincipal SourceIdentity
        TargetIdentity TargetSystem`,
      datetime: `
        TimeGenerated`,
      long: `
        DurationMs`,
      real: `
        _BilledSize`,
    },
  }),
];
