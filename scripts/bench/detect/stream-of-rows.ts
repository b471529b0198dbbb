import { createHash } from "node:crypto";
import type { LogTable } from "../../../src/model/rows/log-row.ts";

/** Rows of one table, ready to be ingested. */
export interface RowsToSend {
  readonly table: LogTable;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}

const PEOPLE = 2_000;
const COUNTRIES = ["NL", "DE", "FR", "GB"];
const APPS = ["Mail", "Files", "Chat", "Calendar", "Payroll", "Tickets", "Wiki", "Code"];
/** A busy organization of this size: one row every 0.4 s. */
const STEP_MS = 400;

/** Returns `count` rows of an ordinary working day, starting with the `from`-th, by table. */
export function streamOfRows(startMs: number, from: number, count: number): readonly RowsToSend[] {
  const tables = new Map<LogTable, string[]>();
  for (let n = from; n < from + count; n++) {
    const [table, row] = aRow(n, new Date(startMs + n * STEP_MS).toISOString());
    tables.set(table, [...(tables.get(table) ?? []), JSON.stringify(row)]);
  }
  return [...tables].map(([table, texts]) => ({
    table,
    lines: texts.map((text, index) => ({ line: index + 1, text })),
  }));
}

function aRow(n: number, at: string): [LogTable, object] {
  if (n % 10 < 6) return ["SigninLogs", aSignIn(n, at)];
  return n % 10 < 9 ? ["OfficeActivity", aFileAct(n, at)] : ["AuditLogs", anAudit(n, at)];
}

/** Returns a deterministic, evenly distributed number. */
const spread = (n: number, step: number): number => Math.imul(n, 2_654_435_761 + step * 2) >>> 0;
const personOf = (n: number): number => spread(n, 0) % PEOPLE;
const pick = <T>(items: readonly T[], n: number): T => items[n % items.length] as T;

function idOf(text: string): string {
  const hex = createHash("md5").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function aSignIn(n: number, at: string): object {
  const person = personOf(n);
  const country = pick(COUNTRIES, person);
  const app = pick(APPS, spread(n, 1) % 5);
  const isWrong = spread(n, 2) % 50 === 0;
  return {
    TimeGenerated: at,
    Id: idOf(`sign-in ${n}`),
    CorrelationId: idOf(`correlation ${n}`),
    OperationName: "Sign-in activity",
    Category: "SignInLogs",
    ResultType: isWrong ? "50126" : "0",
    ResultDescription: isWrong ? "Invalid username or password or Invalid on-premise username or password." : "",
    UserPrincipalName: `person.${person}@northwind.example`,
    UserDisplayName: `Person ${person}`,
    UserId: idOf(`person ${person}`),
    AppDisplayName: app,
    AppId: idOf(app),
    ResourceDisplayName: app,
    IPAddress: `198.51.${person % 100}.${person % 250}`,
    ClientAppUsed: "Browser",
    UserAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36",
    ConditionalAccessStatus: "success",
    AuthenticationRequirement: "multiFactorAuthentication",
    RiskLevelDuringSignIn: "none",
    RiskState: "none",
    IsInteractive: true,
    DeviceDetail: { deviceId: idOf(`device ${person}`), operatingSystem: "Windows10", browser: "Chrome 120" },
    LocationDetails: { countryOrRegion: country, city: country, geoCoordinates: { latitude: 52.1, longitude: 4.3 } },
    Status: { errorCode: isWrong ? 50126 : 0 },
    _ItemId: idOf(`sign-in item ${n}`),
  };
}

function aFileAct(n: number, at: string): object {
  const person = personOf(n);
  return {
    TimeGenerated: at,
    OfficeId: idOf(`office ${n}`),
    RecordType: "SharePointFileOperation",
    OfficeWorkload: "SharePoint",
    Operation: pick(["FileAccessed", "FileModified", "FileDownloaded", "FilePreviewed"], spread(n, 3)),
    UserId: `person.${person}@northwind.example`,
    UserKey: `i:0h.f|membership|${person}@northwind.example`,
    UserType: "Regular",
    ClientIP: `198.51.${person % 100}.${person % 250}`,
    Site_Url: `https://northwind.example/sites/team-${person % 40}`,
    SourceFileName: `report-${spread(n, 4) % 5_000}.docx`,
    OfficeObjectId: `https://northwind.example/sites/team-${person % 40}/report-${spread(n, 4) % 5_000}.docx`,
    UserAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36",
    _ItemId: idOf(`office item ${n}`),
  };
}

function anAudit(n: number, at: string): object {
  const person = personOf(n);
  return {
    TimeGenerated: at,
    Id: idOf(`audit ${n}`),
    OperationName: pick(["Update user", "Add member to group", "Update device", "Change user license"], spread(n, 5)),
    Category: "UserManagement",
    Result: "success",
    ActivityDisplayName: "Update user",
    LoggedByService: "Core Directory",
    InitiatedBy: {
      user: { userPrincipalName: `person.${person % 20}@northwind.example`, id: idOf(`person ${person % 20}`) },
    },
    TargetResources: [
      { type: "User", userPrincipalName: `person.${person}@northwind.example`, modifiedProperties: [] },
    ],
    _ItemId: idOf(`audit item ${n}`),
  };
}
