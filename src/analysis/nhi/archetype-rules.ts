import type { Archetype } from "../../model/identity/nhi-words.ts";
import { INVENTORY_REQUESTS, type RequestPattern } from "./graph-requests.ts";

/** Evidence for an archetype: its points, the pattern that shows it, and the phrase that explains it. */
export type EvidenceRule = readonly [Archetype, number, RequestPattern, string];

/** Names of permissions and roles that point to a purpose. */
export const PERMISSION_EVIDENCE: readonly EvidenceRule[] = [
  [
    "identity_sync",
    4,
    /^directory synchronization accounts$|^on premises directory sync account$/i,
    "holds the role of directory synchronization",
  ],
  [
    "identity_sync",
    2,
    /^synchronization\.readwrite|^user\.readwrite\.all$|^group\.readwrite\.all$|^provisioning/i,
    "may write users and groups",
  ],
  [
    "identity_admin",
    2,
    /^(rolemanagement\.readwrite|approleassignment\.readwrite|application\.readwrite\.all|directory\.readwrite|privilegedaccess\.readwrite|policy\.readwrite)|^(privileged role|global|user|application|cloud application|authentication) administrator$/i,
    "may change identities and their access",
  ],
  ["infrastructure_automation", 2, /^(contributor|owner)$/i, "may change cloud resources"],
  ["backup_recovery", 3, /backup|^restore/i, "may back up and restore"],
  ["backup_recovery", 1, /^(sites|files|mail)\.read\.all$|^mail\.read$/i, "may read all content"],
  [
    "security_tooling",
    2,
    /^(auditlog\.read|securityevents\.|threathunting\.|securityalert\.|securityincident\.|identityriskevent\.|threatindicators)|^security (reader|operator|administrator)$/i,
    "may read security events",
  ],
  [
    "monitoring",
    2,
    /^(reader|monitoring reader|directory readers|reports reader)$|^(directory|organization|reports|group|user)\.read\.all$/i,
    "may read the inventory",
  ],
  ["mail_automation", 3, /^mail\.send|^smtp\.send|^send as$/i, "may send mail"],
  [
    "collaboration_bot",
    3,
    /^(chat|chatmessage|channelmessage|teamsactivity|teamwork|channel)\./i,
    "may take part in chats",
  ],
  ["endpoint_management", 3, /^devicemanagement|^intune administrator$|^device\.readwrite/i, "may manage devices"],
  [
    "data_pipeline",
    2,
    /^storage (blob|queue|table|file).*(contributor|owner)$|data factory|synapse|databricks|^sql db contributor$/i,
    "may read and write data stores",
  ],
  [
    "application_backend",
    1,
    /^key vault secrets user$|^storage blob data reader$|^cosmos|^app configuration data reader$|^acrpull$/i,
    "may read the secrets and data of an application",
  ],
  ["ai_agent", 1, /openai user|cognitive services user/i, "may call AI models"],
  [
    "saas_integration",
    1,
    /^(contacts|calendars|files|mail|sites|tasks|notes)\.(read|readwrite)/i,
    "may access content of users",
  ],
];

/** Operations, by the key `class:name`, and called systems. */
export const OPERATION_EVIDENCE: readonly EvidenceRule[] = [
  ["identity_sync", 4, /:provision /, "provisions identities"],
  ["identity_sync", 2, /:(export|import) (user|group)|synchroniz/, "synchronizes identities"],
  [
    "identity_admin",
    3,
    /^(admin|secret):(add|remove|update|consent|post|patch|delete|put) /,
    "changes roles, consents and credentials",
  ],
  [
    "identity_admin",
    2,
    /^(write|delete):(add|update|delete|disable|create|hard delete) (user|group|member|service principal|application)/,
    "changes users and groups",
  ],
  ["ci_cd", 3, /microsoft\.resources\/deployments\/write/, "deploys resources"],
  [
    "infrastructure_automation",
    3,
    /^(write|delete|execute):microsoft\.(compute|network|containerservice|automation|web|resources\/(?!deployments))/,
    "changes cloud resources",
  ],
  ["application_backend", 2, /^(secret|read):microsoft\.keyvault/, "reads key vaults"],
  ["data_pipeline", 3, /microsoft\.(datafactory|synapse|databricks|storage|sql|documentdb|kusto)\//, "moves data"],
  ["backup_recovery", 3, /recoveryservices|backup|restore/, "backs up and restores"],
  [
    "security_tooling",
    3,
    /:get \/(auditlogs|security|identityprotection|reports\/(security|authenticationmethods))/,
    "collects security logs",
  ],
  ["monitoring", 2, INVENTORY_REQUESTS, "reads the inventory"],
  [
    "mail_automation",
    3,
    /sendmail|^write:(send|sendas|sendonbehalf)$|:post \/users\/\{id\}\/(messages|sendmail)|smtp/,
    "sends mail",
  ],
  [
    "collaboration_bot",
    3,
    /\/(chats|channels|teams)\b|^write:(messagesent|messagecreated|chatcreated)/,
    "posts messages",
  ],
  ["endpoint_management", 3, /\/devicemanagement|\/deviceappmanagement|manageddevice/, "manages devices"],
  ["ai_agent", 2, /microsoft\.cognitiveservices|openai|\/copilot/, "calls AI models"],
  [
    "saas_integration",
    2,
    /:get \/(me|users\/\{id\}\/(contacts|calendar|events|drive|messages))/,
    "reads content of users",
  ],
];

/** Systems that are signed in to, by their label. */
export const SYSTEM_EVIDENCE: readonly EvidenceRule[] = [
  [
    "application_backend",
    2,
    /key vault|azure sql|database|cosmos|app configuration|service bus|redis/i,
    "signs in to its data stores",
  ],
  [
    "data_pipeline",
    2,
    /azure storage|data lake|data factory|synapse|databricks|event hubs?|kusto|data explorer/i,
    "signs in to data platforms",
  ],
  [
    "infrastructure_automation",
    1,
    /azure (service management|resource manager)|windows azure service management/i,
    "signs in to the resource manager",
  ],
  ["backup_recovery", 2, /backup|recovery/i, "signs in to a backup service"],
  ["security_tooling", 2, /defender|sentinel|security|log analytics/i, "signs in to security services"],
  ["monitoring", 1, /azure monitor|application insights/i, "signs in to monitoring services"],
  ["collaboration_bot", 2, /bot framework|skype|teams/i, "signs in to chat services"],
  ["endpoint_management", 2, /intune/i, "signs in to device management"],
  ["mail_automation", 1, /exchange/i, "signs in to mail"],
  ["ai_agent", 2, /cognitive|openai|copilot/i, "signs in to AI services"],
];

/** Words in the name or publisher; the first pattern that matches counts for an archetype. */
export const NAME_EVIDENCE: readonly (readonly [Archetype, number, RegExp])[] = [
  ["identity_sync", 2, /\b(sync|scim|provision(ing)?|adconnect|hr ?sync)\b/],
  ["identity_admin", 1, /\b(iam|identity|access) ?(admin|manager|governance|automation)\b|\bjoiner|\bpam\b/],
  ["ci_cd", 2, /\b(ci|cd|cicd|deploy(ment|er)?|pipelines?|github|gitlab|devops|release|build|runner)\b/],
  [
    "infrastructure_automation",
    2,
    /\b(terraform|automation|runbook|infra(structure)?|ansible|provisioner|iac|autoscaler)\b/,
  ],
  ["application_backend", 2, /\b(api|backend|web ?app|func(tion)?s?|worker|frontend|portal)\b/],
  ["application_backend", 1, /\b(app|service|svc)\b/],
  [
    "data_pipeline",
    2,
    /\b(etl|data ?(pipeline|factory|lake|loader|feed|export|import)?|export|import|ingest|warehouse|adf|synapse|loader|dbt)\b/,
  ],
  ["backup_recovery", 3, /\b(backup|recovery|veeam|rubrik|commvault|cohesity|avepoint|druva|archive|snapshots?)\b/],
  [
    "security_tooling",
    3,
    /\b(siem|soar|edr|xdr|security|sentinel|splunk|crowdstrike|qualys|tenable|wiz|defender|scanner|vuln(erability)?|threat)\b/,
  ],
  [
    "monitoring",
    2,
    /\b(monitor(ing)?|inventory|observability|datadog|grafana|metrics|health|cmdb|discovery|asset|uptime|telemetry)\b/,
  ],
  ["mail_automation", 2, /\b(mail(er)?|smtp|newsletter|notif(y|ier|ication)s?|email)\b/],
  ["collaboration_bot", 2, /\b(bot|chat(bot)?|teams|slack|meeting)\b/],
  [
    "saas_integration",
    2,
    /\b(integration|connector|zapier|salesforce|servicenow|hubspot|workday|docusign|jira|zoom|notion|asana|crm)\b/,
  ],
  ["sign_in_app", 2, /\b(sso|saml|login|oidc|sign ?in)\b/],
  ["endpoint_management", 2, /\b(intune|mdm|endpoint|autopilot|device|jamf|patch(ing)?)\b/],
  ["ai_agent", 2, /\b(agent|copilot|assistant|gpt|llm)\b/],
];

/** The kind of resource that a managed identity belongs to. */
export const RESOURCE_EVIDENCE: readonly EvidenceRule[] = [
  ["data_pipeline", 3, /microsoft\.(datafactory|synapse|databricks)\//, "belongs to a data platform"],
  ["infrastructure_automation", 2, /microsoft\.(automation|logic)\//, "belongs to an automation resource"],
  ["application_backend", 3, /microsoft\.(web|app|containerinstance|containerservice)\//, "belongs to an application"],
  ["application_backend", 1, /microsoft\.compute\//, "belongs to a virtual machine"],
  ["backup_recovery", 3, /microsoft\.(recoveryservices|dataprotection)\//, "belongs to a backup vault"],
  ["collaboration_bot", 3, /microsoft\.botservice\//, "belongs to a bot"],
  ["ai_agent", 2, /microsoft\.(cognitiveservices|machinelearningservices)\//, "belongs to an AI resource"],
];
