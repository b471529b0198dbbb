import { type Archetype, FUNCTIONS, type FunctionId } from "../../model/identity/nhi-words.ts";
import { safeText } from "../../model/text/safe-text.ts";
import type { UsedEntitlement } from "./access.ts";
import type { ArchetypeResult } from "./archetype.ts";
import { byText, type NhiFacts, nameOf, round } from "./facts.ts";
import { operationOf } from "./operations.ts";
import type { Uses } from "./uses.ts";

const MAX_FUNCTIONS = 6;
const MAX_EVIDENCE = 5;

/** Operations, by the key `class:name`, in the order in which they are tried. */
const OPERATIONS: readonly (readonly [FunctionId, RegExp])[] = [
  ["sync_identities", /:provision |synchroniz/],
  ["manage_identities", /^(admin|secret):(?!microsoft\.)/],
  ["deploy_resources", /microsoft\.resources\/deployments\/write/],
  ["read_secrets", /^secret:|microsoft\.keyvault/],
  ["backup_restore", /backup|restore|recoveryservices/],
  ["move_data", /microsoft\.(datafactory|synapse|databricks|storage)\/|^export:/],
  ["query_data", /microsoft\.(sql|documentdb|kusto)\//],
  ["call_model", /microsoft\.cognitiveservices|openai/],
  ["operate_compute", /:microsoft\.(compute|containerservice|web|automation|network)\//],
  ["send_mail", /sendmail|^write:send/],
  ["read_mail", /\/(messages|mailfolders)|mailitemsaccessed/],
  ["chat_bot", /\/(chats|channels|teams)\b|messagesent/],
  ["collect_logs", /:get \/(auditlogs|reports|identityprotection)/],
  ["respond_to_threats", /\/security\b/],
  ["write_files", /^(write|delete):.*(file|drive|sites)/],
  ["read_files", /\/(drive|drives|sites)\b|^read:.*file/],
  ["write_directory", /^(write|delete):(?!microsoft\.)/],
  ["read_directory", /^read:get \/(users|groups|devices|organization|applications|serviceprincipals|me)\b/],
  ["sign_in_users", /^sign_in:(interactive|non-interactive)/],
];

/** Systems to which an identity signs in, where no other rows show what it does there. */
const SYSTEMS: readonly (readonly [FunctionId, RegExp])[] = [
  ["read_secrets", /key vault/i],
  ["move_data", /azure storage|data lake|data factory|event hubs?/i],
  ["query_data", /database|azure sql|cosmos|kusto|data explorer|log analytics/i],
  ["call_model", /cognitive|openai/i],
  ["operate_compute", /azure (service management|resource manager)|service management api/i],
];

const PERMISSIONS: readonly (readonly [FunctionId, RegExp])[] = [
  ["manage_identities", /rolemanagement|approleassignment|application\.readwrite|privileged|administrator$/i],
  ["send_mail", /^mail\.send/i],
  ["read_mail", /^mail\.read/i],
  ["write_files", /^(files|sites)\.(readwrite|fullcontrol|manage)/i],
  ["read_files", /^(files|sites)\.read/i],
  ["chat_bot", /^(chat|channel|team)/i],
  ["collect_logs", /^(auditlog|reports)\./i],
  ["respond_to_threats", /^security/i],
  ["write_directory", /^(directory|user|group|device)\.readwrite/i],
  ["read_directory", /^(directory|user|group|device|organization)\.read/i],
  ["deploy_resources", /^(contributor|owner)$/i],
  ["move_data", /^storage .*contributor$|data factory/i],
  ["read_secrets", /key vault/i],
];

/** A sign-in shows which system is used, not what for. */
const PLAIN_SIGN_IN = /^sign_in:(service principal|managed identity)/;

interface Found {
  readonly id: FunctionId;
  count: number;
  readonly evidence: Set<string>;
  readonly systems: Set<string>;
}

/** A thing that an identity does, with what shows it. */
export interface NhiFunction {
  readonly id: FunctionId;
  readonly label: string;
  readonly share: number;
  readonly evidence: readonly string[];
  readonly systems: readonly string[];
}

/** Returns what an identity does: by its calls, or by its permissions if there are none. */
export function functionsOf(uses: Uses, entitlements: readonly UsedEntitlement[]): readonly NhiFunction[] {
  const found = new Map<FunctionId, Found>();
  const add = (id: FunctionId, count: number, evidence: string, system: string | null): void => {
    const known = found.get(id) ?? { id, count: 0, evidence: new Set<string>(), systems: new Set<string>() };
    found.set(id, known);
    known.count += count;
    if (known.evidence.size < MAX_EVIDENCE) known.evidence.add(safeText(evidence, 120));
    if (system !== null && known.systems.size < MAX_EVIDENCE) known.systems.add(safeText(system, 80));
  };
  const operations = uses.of("operation").filter(({ key }) => !PLAIN_SIGN_IN.test(key));
  for (const { key, label, count } of operations) {
    add(OPERATIONS.find(([, pattern]) => pattern.test(key))?.[0] ?? "other", count, operationOf(label).name, null);
  }
  for (const { label, count } of uses.of("application")) {
    const id = SYSTEMS.find(([, pattern]) => pattern.test(label))?.[0];
    if (id) add(id, count, `signs in to ${label}`, label);
  }
  for (const { entitlement } of found.size === 0 ? entitlements : []) {
    const id = PERMISSIONS.find(([, pattern]) => pattern.test(entitlement.name))?.[0];
    if (id) add(id, 0, entitlement.name, entitlement.resource);
  }
  const total = [...found.values()].reduce((sum, { count }) => sum + count, 0);
  return [...found.values()]
    .sort((a, b) => b.count - a.count || byText(a.id, b.id))
    .slice(0, MAX_FUNCTIONS)
    .map(({ id, count, evidence, systems }) => ({
      id,
      label: FUNCTIONS[id],
      share: total === 0 ? 0 : Math.floor((count / total) * 10_000) / 10_000,
      evidence: [...evidence],
      systems: [...systems].sort(byText),
    }));
}

/** Words by which a description names a function. */
const STATED: Readonly<Partial<Record<FunctionId, RegExp>>> = {
  read_directory: /director|user|group|inventory|identit/,
  write_directory: /director|user|group|provision|identit/,
  manage_identities: /identit|access|role|admin/,
  deploy_resources: /deploy|release|build|infrastructure|terraform/,
  operate_compute: /comput|vm|server|infrastructure|automation|app/,
  read_secrets: /secret|vault|key|app/,
  read_mail: /mail|message/,
  send_mail: /mail|notif|alert|message/,
  read_files: /file|document|sharepoint|site|backup|search/,
  write_files: /file|document|sharepoint|site|sync/,
  chat_bot: /chat|bot|teams|message/,
  collect_logs: /log|audit|siem|security|monitor|report/,
  respond_to_threats: /threat|security|incident|siem/,
  backup_restore: /backup|restore|recover/,
  sync_identities: /sync|provision|hr|identit/,
  move_data: /data|export|import|etl|transfer|feed|pipeline|report/,
  query_data: /data|report|analytic|query|dashboard/,
  call_model: /ai|model|assistant|agent|gpt/,
};

function agreementOf(stated: string | null, functions: readonly NhiFunction[]) {
  if (stated === null) return "unstated" as const;
  const text = stated.toLowerCase();
  const known = functions.filter(({ id }) => STATED[id] !== undefined);
  const named = known.filter(({ id }) => STATED[id]?.test(text));
  if (known.length === 0 || named.length === known.length) return "consistent" as const;
  return named.length > 0 ? ("partial" as const) : ("conflicting" as const);
}

/** Reconstructs what an identity is for. */
export function purposeOf(facts: NhiFacts, archetype: ArchetypeResult, functions: readonly NhiFunction[]) {
  const stated = facts.service?.description ?? facts.service?.notes ?? null;
  const shown = stated === null ? null : safeText(stated, 512);
  return {
    mandate: mandateOf(facts, archetype, functions),
    functions,
    stated: shown,
    agreement: agreementOf(shown, functions),
    evidence: archetype.evidence,
    confidence: round(archetype.confidence, 2),
  };
}

export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** What an identity of an archetype is, as the rest of a sentence; null where the class of the identity states it. */
export const ARCHETYPE_PHRASES: Readonly<Record<Archetype, string | null>> = {
  vendor_platform: null,
  ai_agent: "of an AI agent",
  identity_sync: "for identity synchronization",
  identity_admin: "for identity administration",
  ci_cd: "for build and deployment",
  infrastructure_automation: "for infrastructure automation",
  application_backend: "of an application backend",
  data_pipeline: "of a data pipeline",
  backup_recovery: "for backup and recovery",
  security_tooling: "for security tooling",
  monitoring: "for monitoring and inventory",
  mail_automation: "for mail automation",
  collaboration_bot: "of a collaboration bot",
  saas_integration: "of a SaaS integration",
  sign_in_app: "of an application that users sign in to",
  endpoint_management: "for endpoint management",
  human_operated: "operated by a person",
  unclassified: null,
};
const KINDS: Readonly<Partial<Record<Archetype, string>>> = {
  vendor_platform: "a service of the vendor of the platform",
  unclassified: "an identity of unknown purpose",
};

function mandateOf(facts: NhiFacts, archetype: ArchetypeResult, functions: readonly NhiFunction[]): string {
  const name = safeText(nameOf(facts), 60);
  const main = functions
    .filter(({ id }) => id !== "other")
    .slice(0, 2)
    .map(({ label }) => label);
  const phrase = ARCHETYPE_PHRASES[archetype.archetype];
  const kind = phrase === null ? KINDS[archetype.archetype] : `an identity ${phrase}`;
  return safeText(main.length > 0 ? `${name} is ${kind}: it ${listed(main)}.` : `${name} is ${kind}.`, 240);
}
