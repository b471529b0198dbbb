import { AUDIT_ACTIONS, type AuditEntry } from "../../../model/audit.ts";
import { parseDateTime } from "../../../model/text/date-time.ts";
import { systemClock } from "../../../runtime/clock.ts";
import { findAccountNames } from "../../../store/accounts/account-names.ts";
import { type AuditFilter, findAuditEntries } from "../../../store/audit/audit-entries.ts";
import type { Database } from "../../../store/database/database.ts";
import { toAuditObject } from "../../audit/audit-line.ts";
import { AUDITED_DOMAIN, AUDITED_INSTALLATION, getAuditedLog, requireOneLog } from "../../audit/audited-log.ts";
import type { Command, Invocation, Terminal } from "../../command.ts";
import { readDuration } from "../../read-duration.ts";
import { UsageError } from "../../usage-error.ts";
import { withDatabase } from "../../with-database.ts";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

export const command: Command = {
  options: {
    domain: AUDITED_DOMAIN,
    actor: { value: "ID", meaning: "only changes by this actor: the id of an API key or account, or a user name" },
    action: { value: "ACTION", meaning: "only this action, such as case.verdict" },
    since: { value: "TIME", meaning: "only from this time on: 24h, 7d or an RFC 3339 date-time" },
    limit: { value: "N", meaning: `at most so many entries, up to ${MAX_LIMIT} (default: ${DEFAULT_LIMIT})` },
    before: { value: "SEQUENCE", meaning: "only entries before this one; continues a list that was cut off" },
  },
  flags: AUDITED_INSTALLATION,
  usage: [
    "--domain NAME [--actor ID] [--action ACTION] [--since TIME] [--limit N] [--before SEQUENCE]",
    "--installation [--actor ID] [--action ACTION] [--since TIME] [--limit N] [--before SEQUENCE]",
  ],
  examples: [
    "parapet audit list --domain northwind --since 7d",
    "parapet audit list --installation --action session.start",
    "parapet audit list --domain northwind --action case.verdict --actor a1B2c3D4 --json",
  ],
  notes: `Actions: ${AUDIT_ACTIONS.join(", ")}.`,
  run: (invocation) => {
    requireOneLog(invocation);
    const filter = readFilter(invocation);
    const { terminal, json } = invocation;
    return withDatabase(invocation, async (database) => {
      const db = await getAuditedLog(database, invocation);
      const found = await findAuditEntries(db, { ...filter, limit: filter.limit + 1 });
      const entries = found.slice(0, filter.limit);
      const nextBefore = found.length > entries.length ? (entries.at(-1)?.sequence ?? null) : null;
      if (json) terminal.data(JSON.stringify({ entries: entries.map(toAuditObject), next_before: nextBefore }));
      else await printEntries(terminal, database, entries);
      if (nextBefore !== null) terminal.note(`There are more. Continue with: --before ${nextBefore}`);
      return 0;
    });
  },
};

function readFilter({ options }: Invocation): AuditFilter {
  return {
    actorId: options["actor"],
    action: readAction(options["action"]),
    since: readSince(options["since"]),
    before: readCount("--before", options["before"], Number.MAX_SAFE_INTEGER),
    limit: readCount("--limit", options["limit"], MAX_LIMIT) ?? DEFAULT_LIMIT,
  };
}

function readAction(text: string | undefined): string | undefined {
  if (text === undefined || (AUDIT_ACTIONS as readonly string[]).includes(text)) return text;
  throw new UsageError(`--action: '${text}' is not one of ${AUDIT_ACTIONS.join(", ")}`);
}

const OR_DATE_TIME = ", nor an RFC 3339 date-time such as 2026-11-15T08:00:00Z";

function readSince(text: string | undefined): Date | undefined {
  const at = text === undefined ? undefined : parseDateTime(text);
  if (at || text === undefined) return at;
  return new Date(systemClock().getTime() - (readDuration("--since", text, OR_DATE_TIME) ?? 0));
}

function readCount(option: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= 1 && count <= max)) throw new UsageError(`${option}: '${text}' is not a number from 1 to ${max}`);
  return count;
}

/** Prints one line per entry, with the email addresses of the accounts in it. */
async function printEntries(terminal: Terminal, database: Database, entries: readonly AuditEntry[]): Promise<void> {
  const concerned = entries.flatMap(({ actor, target }) => [actor, target]).filter(({ kind }) => kind === "account");
  const names = await findAccountNames(
    database,
    concerned.map(({ id }) => id),
  );
  const nameOf = ({ kind, id }: AuditEntry["target"]) => {
    const email = kind === "account" ? names.get(id) : undefined;
    return email === undefined ? `${kind} ${id}` : `${kind} ${id} (${email})`;
  };
  for (const entry of entries) terminal.out(lineOf(entry, nameOf));
}

function lineOf(entry: AuditEntry, nameOf: (concerned: AuditEntry["target"]) => string): string {
  const { sequence, recordedAt, actor, action, target, before, after } = entry;
  const change = [before, after].map((fields) => JSON.stringify(fields)).join(" -> ");
  const who = `${nameOf(actor)} from ${actor.origin}`;
  return `${String(sequence).padStart(6)}  ${recordedAt.toISOString()}  ${who}  ${action}  ${nameOf(target)}  ${change}`;
}
