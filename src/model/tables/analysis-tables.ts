import { defineTable, type TableFacts } from "./define-table.ts";

/** Transcribed from the published table reference of the vendor. */
export const ANALYSIS_TABLES: readonly TableFacts[] = [
  defineTable("AADServicePrincipalSignInLogs", {
    source: null,
    signal: "core_iam",
    times: ["CreatedDateTime"],
    nativeIds: ["Id"],
    ips: ["IPAddress"],
    who: { name: ["ServicePrincipalName"], appOid: ["ServicePrincipalId"], app: ["AppId"] },
    columns: {
      string: `
        AADTenantId AppId AppOwnerTenantId Category ClientCredentialType ConditionalAccessStatus CorrelationId
        FederatedCredentialId IPAddress Id Identity Level Location OperationName OperationVersion
        ResourceDisplayName ResourceGroup ResourceIdentity ResourceOwnerTenantId ResourceServicePrincipalId
        ResourceTenantId ResultDescription ResultSignature ResultType ServicePrincipalCredentialKeyId
        ServicePrincipalCredentialThumbprint ServicePrincipalId ServicePrincipalName SessionId SourceAppClientId
        SourceSystem TenantId Type UniqueTokenIdentifier UserAgent _IsBillable _ItemId`,
      json: `
        AuthenticationContextClassReferences AuthenticationProcessingDetails ConditionalAccessAudiences
        ConditionalAccessPolicies LocationDetails NetworkLocationDetails`,
      dynamic: `
        Agent AppliedEventListeners TokenProtectionStatusDetails`,
      datetime: `
        CreatedDateTime TimeGenerated`,
      long: `
        DurationMs`,
      real: `
        _BilledSize`,
      bool: `
        FlaggedForReview`,
    },
  }),
  defineTable("AADManagedIdentitySignInLogs", {
    source: null,
    signal: "core_iam",
    times: ["CreatedDateTime"],
    nativeIds: ["Id"],
    ips: ["IPAddress"],
    who: { name: ["ServicePrincipalName"], appOid: ["ServicePrincipalId"], app: ["AppId"] },
    columns: {
      string: `
        AADTenantId AppId AppOwnerTenantId Category ConditionalAccessStatus CorrelationId FederatedCredentialId
        IPAddress Id Identity Level Location OperationName OperationVersion ResourceDisplayName ResourceGroup
        ResourceIdentity ResourceOwnerTenantId ResourceServicePrincipalId ResourceTenantId ResultDescription
        ResultSignature ResultType ServicePrincipalCredentialKeyId ServicePrincipalCredentialThumbprint
        ServicePrincipalId ServicePrincipalName SessionId SourceAppClientId SourceSystem TenantId Type
        UniqueTokenIdentifier UserAgent _IsBillable _ItemId`,
      json: `
        AuthenticationContextClassReferences AuthenticationProcessingDetails ConditionalAccessPolicies
        LocationDetails NetworkLocationDetails`,
      dynamic: `
        Agent AppliedEventListeners`,
      datetime: `
        CreatedDateTime TimeGenerated`,
      long: `
        DurationMs`,
      real: `
        _BilledSize`,
      bool: `
        FlaggedForReview`,
    },
  }),
  defineTable("AADNonInteractiveUserSignInLogs", {
    source: null,
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
        ConditionalAccessStatus CorrelationId CrossTenantAccessType GlobalSecureAccessIpAddress HomeTenantId
        HomeTenantName IPAddress IPAddressFromResourceProvider Id Identity IncomingTokenType Level Location
        OperationName OperationVersion OriginalRequestId OriginalTransferMethod ResourceDisplayName
        ResourceGroup ResourceIdentity ResourceOwnerTenantId ResourceServicePrincipalId ResourceTenantId
        ResultDescription ResultSignature ResultType RiskDetail RiskLevelAggregated RiskLevelDuringSignIn
        RiskState ServicePrincipalId SessionId SignInIdentifierType SourceAppClientId SourceSystem TenantId
        TokenIssuerName TokenIssuerType Type UniqueTokenIdentifier UserAgent UserDisplayName UserId
        UserPrincipalName UserType _IsBillable _ItemId`,
      json: `
        AppliedConditionalAccessPolicies AuthenticationAppDeviceDetails AuthenticationAppPolicyEvaluationDetails
        AuthenticationContextClassReferences AuthenticationDetails AuthenticationMethodsUsed
        AuthenticationProcessingDetails AuthenticationRequirementPolicies ConditionalAccessAudiences
        ConditionalAccessPolicies DeviceDetail LocationDetails MfaDetail NetworkLocationDetails RiskEventTypes
        RiskEventTypes_V2 SessionLifetimePolicies SignInEventTypes Status TokenProtectionStatusDetails`,
      dynamic: `
        Agent AppliedEventListeners`,
      datetime: `
        CreatedDateTime TimeGenerated`,
      long: `
        DurationMs ProcessingTimeInMs`,
      real: `
        _BilledSize`,
      bool: `
        FlaggedForReview IsInteractive IsRisky IsTenantRestricted IsThroughGlobalSecureAccess`,
    },
  }),
  defineTable("MicrosoftGraphActivityLogs", {
    source: null,
    signal: "cloud",
    times: [],
    nativeIds: ["RequestId"],
    ips: ["IPAddress"],
    who: { oid: ["UserId"], appOid: ["ServicePrincipalId"], app: ["AppId"] },
    columns: {
      string: `
        ATContent ATContentH ATContentP AadTenantId ApiVersion AppId ClientAuthMethod ClientRequestId DeviceId
        IPAddress IdentityProvider Location OperationId RequestId RequestMethod RequestUri ResponseSizeBytes
        Roles Scopes ServicePrincipalId SessionId SignInActivityId SourceSystem TenantId TokenIssuedAt Type
        UniqueTokenId UserAgent UserId UserPrincipalObjectID Wids _IsBillable _ItemId`,
      datetime: `
        TimeGenerated`,
      long: `
        DurationMs ResponseStatusCode`,
      real: `
        _BilledSize`,
    },
  }),
];
