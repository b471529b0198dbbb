import { safeText } from "./text/safe-text.ts";

/** Stable names of everything that the audit log records. */
export const AUDIT_ACTIONS = [
  "account.create",
  "account.disable",
  "account.enable",
  "account.invite",
  "account.link",
  "account.operator",
  "account.password",
  "account.reset",
  "account.totp",
  "account.unlink",
  "account.withdraw",
  "api_key.create",
  "api_key.revoke",
  "api_key.rotate",
  "case.note",
  "case.transition",
  "case.verdict",
  "connector.configure",
  "connector.disable",
  "connector.enable",
  "connector.poll",
  "connector.remove",
  "directory.ingest",
  "domain.analyze",
  "domain.create",
  "domain.delete",
  "domain.move",
  "domain.purge",
  "domain.rebuild",
  "domain.restore",
  "domain.update",
  "installation.distribute",
  "member.remove",
  "member.set",
  "readiness.force",
  "records.import",
  "rows.ingest",
  "rows.retention",
  "rule.disable",
  "rule.enable",
  "rule.end_exception",
  "rule.except",
  "secret.replace",
  "session.end",
  "session.prove",
  "session.refused",
  "session.start",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What the log of the installation has: accounts, sessions and operators, and what changes all domains at once. */
const INSTALLATION_ACTION = /^(?:account|session|installation)\.|^secret\.replace$|^domain\.(?:move|restore)$/;
/** What no domain's log has. */
const INSTALLATION_ONLY = /^(?:account|session|installation)\./;

/** Returns the actions that can be in the log of the installation, or in that of a domain. */
export const actionsIn = (log: "installation" | "domain"): readonly AuditAction[] =>
  AUDIT_ACTIONS.filter((action) =>
    log === "installation" ? INSTALLATION_ACTION.test(action) : !INSTALLATION_ONLY.test(action),
  );

export const ACTOR_KINDS = ["account", "api_key", "operator"] as const;

/** Who makes a change, and from where. */
export interface AuditActor {
  readonly kind: (typeof ACTOR_KINDS)[number];
  /** The id of the account or API key, or the name of the operating system's user. */
  readonly id: string;
  /** The address of the HTTP caller, or `cli@` and the name of the host. */
  readonly origin: string;
}

export const AUDIT_TARGETS = [
  "account",
  "api_key",
  "case",
  "connector",
  "directory",
  "domain",
  "import_file",
  "log_table",
  "rule",
  "session",
] as const;

/** What an action reports about the change it made. */
export interface AuditRecord {
  readonly action: AuditAction;
  readonly target: { readonly kind: (typeof AUDIT_TARGETS)[number]; readonly id: string };
  /** The changed fields as they were and as they are; null where there is nothing. Never a secret. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** One entry of a domain's audit log. Words are plain text here: an entry may come from a file or a newer version. */
export interface AuditEntry {
  readonly domainId: string;
  /** Counts from 1 without a gap. */
  readonly sequence: number;
  readonly recordedAt: Date;
  readonly actor: { readonly kind: string; readonly id: string; readonly origin: string };
  readonly action: string;
  readonly target: { readonly kind: string; readonly id: string };
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** The hash of the entry before, in hex; zeros for the first one. */
  readonly previousHash: string;
  /** SHA-256 of the canonical text, in hex. */
  readonly hash: string;
}

const MAX_TEXT = 256;
const MAX_MEMBERS = 32;
const MAX_DEPTH = 3;
const MAX_LENGTH = 4_096;

/** Returns fields fit for an entry: plain JSON of at most 4,096 characters, long texts and lists cut. */
export function boundFields(fields: AuditRecord["before"]): AuditRecord["before"] {
  if (fields === null) return null;
  const bounded = boundObject(fields, 0);
  const { length } = JSON.stringify(bounded);
  return length <= MAX_LENGTH ? bounded : { omitted: `${length} characters` };
}

function boundValue(value: unknown, depth: number): unknown {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || depth === MAX_DEPTH) return safeText(value, MAX_TEXT);
  if (!Array.isArray(value)) return boundObject(value, depth);
  const members = value.slice(0, MAX_MEMBERS).map((member) => boundValue(member, depth + 1));
  return value.length > MAX_MEMBERS ? [...members, `… ${value.length - MAX_MEMBERS} more`] : members;
}

function boundObject(value: object, depth: number): Readonly<Record<string, unknown>> {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const kept = members.slice(0, MAX_MEMBERS).map(([key, member]) => [safeText(key, 64), boundValue(member, depth + 1)]);
  const omitted = members.length > MAX_MEMBERS ? { "…": `${members.length - MAX_MEMBERS} more` } : {};
  return { ...Object.fromEntries(kept), ...omitted };
}

/** Returns the fields that differ between two versions of one thing, as they were and as they are. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Pick<AuditRecord, "before" | "after"> {
  const differs = (key: string) => JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  const pick = (fields: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => differs(key)));
  return { before: pick(before), after: pick(after) };
}
