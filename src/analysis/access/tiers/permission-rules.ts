import type { Tier } from "../../../model/identity/entitlement.ts";
import type { PrivilegeClass } from "./privilege-classes.ts";

/** A tier and class, from the tables or by a rule. */
export interface Classified {
  readonly tier: Tier;
  readonly privilegeClass: PrivilegeClass;
}

interface PermissionRule extends Classified {
  readonly pattern: RegExp;
}

const rule = (tier: Tier, privilegeClass: PrivilegeClass, pattern: RegExp): PermissionRule => ({
  tier,
  privilegeClass,
  pattern,
});

/** The rules for the values of API permissions; the first match decides. */
const RULES: readonly PermissionRule[] = [
  rule(
    0,
    "grant_role",
    /^(?:RoleManagement\.ReadWrite\.Directory|Role(?:Assignment|Eligibility)Schedule\.ReadWrite\.Directory|RoleManagementPolicy\.ReadWrite\.(?:Directory|AzureADGroup|EntraAppRole)|PrivilegedAccess\.ReadWrite\.(?:AzureAD|AzureADGroup|AzureResources)|Privileged(?:Assignment|Eligibility)Schedule\.ReadWrite\.(?:AzureADGroup|EntraAppRole)|DelegatedAdminRelationship\.ReadWrite\.All|DeviceManagementRBAC\.ReadWrite\.All)$/,
  ),
  rule(0, "grant_app_permission", /^(?:AppRoleAssignment\.ReadWrite\.All|Policy\.ReadWrite\.PermissionGrant)$/),
  rule(
    0,
    "control_app_credential",
    /^(?:Application\.ReadWrite\.(?:All|OwnedBy)|Application\.ReadUpdate\.All|Synchronization\.ReadWrite\.All|AgentIdentityBlueprint\.(?:AddRemoveCreds\.All|ReadWrite\.All|UpdateAuthProperties\.All))$/,
  ),
  rule(
    0,
    "control_user_credential",
    /^(?:UserAuthenticationMethod\.ReadWrite\.All|UserAuthMethod-(?:Phone|TAP|QR|HardwareOATH|Password)\.ReadWrite\.All|User-PasswordProfile\.ReadWrite\.All|User\.ReadWrite\.All|User\.(?:DeleteRestore|EnableDisableAccount|ReadUpdate)\.All|SignInIdentifier\.ReadWrite\.All|SecurityIdentitiesActions\.ReadWrite\.All)$/,
  ),
  rule(
    0,
    "control_group_membership",
    /^(?:Group\.ReadWrite\.All|GroupMember\.ReadWrite\.All|Group-OnPremisesSyncBehavior\.ReadWrite\.All|Directory\.ReadWrite\.All|AdministrativeUnit\.ReadWrite\.All|EntitlementManagement\.ReadWrite\.All)$/,
  ),
  rule(
    0,
    "control_tenant_trust",
    /^(?:Domain\.ReadWrite\.All|Organization\.ReadWrite\.All|Policy\.ReadWrite\.(?:ConditionalAccess|AuthenticationMethod))$/,
  ),
  rule(0, "execute_on_devices", /^DeviceManagement(?:Configuration|Scripts)\.ReadWrite\.All$/),
  rule(1, "control_user_credential", /^UserAuthMethod-.*\.ReadWrite/),
  rule(
    1,
    "control_tenant_trust",
    /^(?:Policy\.ReadWrite\.|Domain-InternalFederation\.ReadWrite|IdentityProvider\.ReadWrite|CustomAuthenticationExtension\.ReadWrite|OnPremDirectorySynchronization\.ReadWrite|CrossTenant.*ReadWrite|MultiTenantOrganization\.ReadWrite|PublicKeyInfrastructure\.ReadWrite|TrustFrameworkKeySet\.ReadWrite|TenantGovernance-.*ReadWrite|AuthenticationContext\.ReadWrite|SpiffeTrustDomain\.ReadWrite)/,
  ),
  rule(
    1,
    "grant_app_permission",
    /^(?:DelegatedPermissionGrant\.ReadWrite|ConsentRequest\.ReadWrite|PreAuthorizationGrant\.ReadWrite)/,
  ),
  rule(
    1,
    "grant_role",
    /^(?:RoleManagement\.ReadWrite\.|Role(?:Assignment|Eligibility)Schedule\.Remove|RoleManagementAlert\.ReadWrite|Privileged(?:Assignment|Eligibility)Schedule\.Remove|PrivilegedAccess-CustomExt\.ReadWrite|AccessReview\.ReadWrite|ProgramControl\.ReadWrite)/,
  ),
  rule(1, "agent_admin", /^Agent.*\.(?:ReadWrite|Create|CreateAsManager|DeleteRestore|EnableDisable|Update)/),
  rule(
    1,
    "control_app_credential",
    /^(?:ServicePrincipalEndpoint\.ReadWrite|MutualTlsOauthConfiguration\.ReadWrite|AppCertTrustConfiguration\.ReadWrite|Application-RemoteDesktopConfig\.ReadWrite|AppCatalog\.(?:ReadWrite|Submit)|TeamsAppInstallation\.ReadWrite)/,
  ),
  rule(
    1,
    "execute_on_devices",
    /^(?:DeviceManagement.*\.(?:ReadWrite|PrivilegedOperations)|CloudPC\.(?:ReadWrite|PartnerReadWrite)|Device\.(?:ReadWrite|Command|CreateFromOwnedTemplate)|DeviceTemplate\.(?:ReadWrite|Create)|WindowsUpdates\.ReadWrite)/,
  ),
  rule(1, "device_secrets", /^(?:BitlockerKey\.Read\.All|DeviceLocalCredential\.Read\.All)$/),
  rule(
    1,
    "mail_content",
    /^(?:Mail\.(?:Read|ReadWrite|Send|ReadBasic)|MailboxItem\.|MailboxFolder\.|MailboxConfigItem\.ReadWrite|full_access_as_app|IMAP\.AccessAsApp|POP\.AccessAsApp|SMTP\.SendAsApp|EWS\.AccessAsUser|Group-Conversation\.(?:Read|ReadWrite)|Calendars\.(?:Read|ReadWrite)(?:\.All)?$|Contacts\.ReadWrite)/,
  ),
  rule(
    1,
    "chat_content",
    /^(?:Chat\.(?:Read|ReadWrite|Manage|UpdatePolicyViolation)(?!Basic)|ChatMessage\.Read|ChannelMessage\.(?:Read|UpdatePolicyViolation|Send)|CallRecord|CallTranscripts|CallAiInsights|Calls\.(?:AccessMedia|Initiate|Join)|OnlineMeeting(?:AiInsight|Recording|Transcript|s\.Read)|AiEnterpriseInteraction|Engagement.*Conversation|RealTimeActivityFeed|Teamwork\.Migrate|VirtualAppointment\.Read|VirtualEvent\.Read)/,
  ),
  rule(
    1,
    "file_content",
    /^(?:Files\.(?:Read|ReadWrite|SelectedOperations)|FileStorageContainer|Sites\.(?:Read|ReadWrite|FullControl|Manage|Selected|Archive|Create)|Notes\.(?:Read|ReadWrite)|ShortNotes|ListItems|Lists\.SelectedOperations|TermStore\.ReadWrite|Content\.(?:SuperUser|Writer|Delegated)|InformationProtectionContent|PrintJob\.Read\.|PrintJob\.ReadWrite\.|FileIngestion)/,
  ),
  rule(
    1,
    "security_tooling",
    /^(?:Security\w*\.(?:ReadWrite|Create)|SecurityIncident\.|SecurityAlert\.|SecurityEvents\.|SecurityIdentities\w*\.|ThreatHunting|ThreatIndicators|ThreatIntelligence|ThreatSubmission|ThreatAssessment|CustomDetection|CaseManagement\.ReadWrite|IdentityRisk\w*\.ReadWrite|AuditLog|AuditActivity|AttackSimulation\.ReadWrite|Machine\.|Alert\.ReadWrite|Library\.Manage|Ti\.|secop|Identity\.Privilege|NetworkAccess\w*\.ReadWrite|ContentActivity\.Write|RiskPreventionProviders\.ReadWrite)/,
  ),
  rule(
    1,
    "identity_governance",
    /^(?:LifecycleWorkflows|LifecyclePolicies.*ReadWrite|EntitlementMgmt|Agreement\.ReadWrite|IdentityUserFlow\.ReadWrite|APIConnectors\.ReadWrite)(?!.*\.Read(?:Basic)?\.All$)/,
  ),
  rule(
    1,
    "directory_secrets_read",
    /^(?:Policy\.Read\.(?:All|DeviceConfiguration)|RoleAssignmentSchedule\.Read\.Directory|RoleEligibilitySchedule\.Read\.Directory|Group\.Read\.All)$/,
  ),
  rule(
    1,
    "directory_write",
    /^(?:User|Group|Directory|AdministrativeUnit|Contacts|OrgContact|Organization|Application|Device|Member|EduRoster|CustomSecAttribute|LicenseAssignment|BillingConfiguration|SynchronizationData-User|PendingExternalUserProfile|ExternalUserProfile|GroupSettings|OnPremisesPublishingProfiles|DirectoryRecommendations|ConfigurationMonitoring|PartnerSecurity|OrgSettings-\w|IdentityNotifications)[\w-]*\.(?:ReadWrite|Write|Create|Invite|Export|ManageIdentities|RevokeSessions|ConvertToInternal|Upload|Manage|DeleteRestore)/,
  ),
  rule(
    1,
    "workload_write",
    /ReadWrite|\.Write|\.Manage|\.Send|\.Create|\.Delete|\.Remove|\.Upload|\.Activate|\.Submit|\.Start|\.Ingest|\.Migrat|FullControl|\.Import/,
  ),
  rule(
    2,
    "directory_read",
    /^(?:User|Group|Directory|AdministrativeUnit|Application|Device|Domain|Organization|RoleManagement|Member|OrgContact|AccessReview|EntitlementManagement|Policy|PrivilegedAccess|CustomSecAttribute|Agent|LicenseAssignment)[\w-]*\./,
  ),
];

const OTHER_PERMISSION: Classified = { tier: 2, privilegeClass: "workload_read" };
const MAX_VALUE = 200;

/** Classifies an application permission by its value, such as `Mail.Read`. */
export function classifyPermission(value: string): Classified {
  const short = value.slice(0, MAX_VALUE);
  const found = RULES.find(({ pattern }) => pattern.test(short));
  return found ? { tier: found.tier, privilegeClass: found.privilegeClass } : OTHER_PERMISSION;
}

/** The ends of delegated scopes that go beyond the signed-in user's own data. */
const BEYOND_OWN_DATA = /\.(?:All|Shared|Directory|Global|Quarantined|Hidden)$/;

/** Classifies a delegated scope: one that is limited to the signed-in user's own mailbox, files or profile is tier 2. */
export function classifyScope(value: string): Classified {
  const found = classifyPermission(value);
  return found.tier === 1 && !BEYOND_OWN_DATA.test(value.slice(0, MAX_VALUE)) ? { ...found, tier: 2 } : found;
}
