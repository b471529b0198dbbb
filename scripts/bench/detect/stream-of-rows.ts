import type { LogTable } from "../../../src/model/rows/log-row.ts";
import { type Account, accountOf } from "../../../src/synth/account.ts";
import { deviceOf } from "../../../src/synth/device.ts";
import { OFFICES } from "../../../src/synth/names.ts";
import type { Place } from "../../../src/synth/place.ts";
import { auditRow, userTarget } from "../../../src/synth/rows/audit.ts";
import { fileRow } from "../../../src/synth/rows/office.ts";
import type { SynthRow } from "../../../src/synth/rows/row.ts";
import { FAILURES, signinRow } from "../../../src/synth/rows/signin.ts";
import { appOf } from "../../../src/synth/world.ts";

/** Rows of one table, ready to be ingested. */
export interface RowsToSend {
  readonly table: LogTable;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}

const PEOPLE = 2_000;
const APPS = ["Mail", "Files", "Chat", "Calendar", "Payroll", "Tickets", "Wiki", "Code"];
const FILE_OPERATIONS = ["FileAccessed", "FileModified", "FileDownloaded", "FilePreviewed"];
const CHANGES = ["Update user", "Add member to group", "Update device", "Change user license"];
const DEVICE = deviceOf("windows", "d-1", "NW-LT-001");
/** A busy organization of this size: one row every 0.4 s. */
const STEP_MS = 400;

/** Returns `count` rows of an ordinary working day, starting with the `from`-th, by table. */
export function streamOfRows(startMs: number, from: number, count: number): readonly RowsToSend[] {
  const tables = new Map<LogTable, string[]>();
  for (let n = from; n < from + count; n++) {
    const { table, fields } = rowAt(n, new Date(startMs + n * STEP_MS));
    const texts = tables.get(table) ?? [];
    texts.push(JSON.stringify(fields));
    tables.set(table, texts);
  }
  return [...tables].map(([table, texts]) => ({
    table,
    lines: texts.map((text, index) => ({ line: index + 1, text })),
  }));
}

/** Returns a deterministic, evenly distributed number. */
const spread = (n: number, step: number): number => Math.imul(n, 2_654_435_761 + step * 2) >>> 0;
const pick = <T>(items: readonly T[], n: number): T => items[n % items.length] as T;

const accounts = new Map<number, Account>();

function accountAt(person: number): Account {
  const known = accounts.get(person) ?? accountOf(`person.${person}@northwind.example`, `Person ${person}`);
  accounts.set(person, known);
  return known;
}

const placeAt = (person: number): Place => ({
  ...pick(OFFICES, person),
  ip: `198.18.${person % 100}.${person % 250}`,
});

function rowAt(n: number, at: Date): SynthRow {
  const person = spread(n, 0) % PEOPLE;
  const [account, place] = [accountAt(person), placeAt(person)];
  if (n % 10 < 6) {
    const failure = spread(n, 2) % 50 === 0 ? FAILURES.wrongPassword : undefined;
    return signinRow({ at, account, place, device: DEVICE, app: appOf(pick(APPS, spread(n, 1) % 5)), failure });
  }
  if (n % 10 < 9) {
    const operation = pick(FILE_OPERATIONS, spread(n, 3));
    const [site, file] = [`team-${person % 40}`, `report-${spread(n, 4) % 5_000}.docx`];
    return fileRow({ at, account, ip: place.ip, device: DEVICE, operation, site, file });
  }
  return auditRow({
    at,
    operation: pick(CHANGES, spread(n, 5)),
    category: "UserManagement",
    by: accountAt(person % 20),
    ip: place.ip,
    targets: [userTarget(account)],
  });
}
