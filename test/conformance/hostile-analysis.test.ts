import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import type { DirectoryKind } from "../../src/model/directory-kind.ts";
import type { LogTable } from "../../src/model/rows/log-row.ts";
import { type AnalysisReport, analyzeDomain } from "../../src/pipeline/analyze/analyze-domain.ts";
import { processBatch } from "../../src/pipeline/schedule/process-batch.ts";
import { testDetectors } from "../support/detectors.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-11-02T09:00:00.000Z");
const NDJSON = { "content-type": "application/x-ndjson" };

const id = (kind: number, n: number): string => `${kind}0000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const user = (n: number): string => id(1, n);
const group = (n: number): string => id(2, n);
const app = (n: number): string => id(3, n);
const client = (n: number): string => id(4, n);

/** Texts that a careless renderer, template, object or terminal would act on. */
const NASTY = [
  "\u202eevil\u2066 \u200bname\u0007\u001b[31m",
  "<script>alert(1)</script>",
  "__proto__",
  "constructor",
  "x".repeat(10_000),
  "{{name}} %s $1 $&",
  "аdmin", // the first letter is Cyrillic
  "a\r\nSet-Cookie: b=c",
];
const nasty = (n: number): string => NASTY[n % NASTY.length] ?? "";
const NASTY_TIMES = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1601-01-01T00:00:00Z", "soon", 1e308, {}, null];
const nastyTime = (n: number): unknown => NASTY_TIMES[n % NASTY_TIMES.length];
const WRONG_TYPES = [{ a: 1 }, [null, {}], 1e308, true, -1, ""];
const wrongType = (n: number): unknown => WRONG_TYPES[n % WRONG_TYPES.length];

type Objects = Partial<Record<DirectoryKind, readonly object[]>>;
type Rows = Partial<Record<LogTable, readonly object[]>>;

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

const PEOPLE = numbers(30).map((n) => ({
  id: n % 2 === 0 ? user(n).toUpperCase() : user(n),
  userPrincipalName: `p${n}@northwind.example`,
  displayName: nasty(n),
  jobTitle: nasty(n + 1),
  department: nasty(n + 2),
  manager: { id: user(n), displayName: nasty(n) },
  employeeId: wrongType(n),
  accountEnabled: n % 5 !== 0,
  createdDateTime: nastyTime(n),
  givenName: wrongType(n),
}));

const DIRECTORY: Objects = {
  users: PEOPLE,
  groups: numbers(12).map((n) => ({ id: group(n), displayName: nasty(n), isAssignableToRole: n % 2 === 0 })),
  // Groups 0 to 2 contain each other, the others are nested eight deep, and everybody is in group 0.
  memberships: [
    ...[0, 1, 2].map((n) => ({ groupId: group(n), memberId: group((n + 1) % 3) })),
    ...numbers(8).map((n) => ({ groupId: group(n + 4), memberId: group(n + 3) })),
    ...numbers(30).flatMap((n) => [0, 3].map((g) => ({ groupId: group(g), memberId: user(n) }))),
    { groupId: group(99), memberId: user(1) },
  ],
  "directory-roles": [{ id: id(5, 1), displayName: nasty(0), rolePermissions: wrongType(0) }],
  "role-assignments": [
    { id: "r1", principalId: user(1), roleDefinitionId: id(5, 1), directoryScopeId: "/" },
    {
      id: "r2",
      principalId: group(3),
      roleDefinitionId: "62E90394-69F5-4237-9190-012177145E10",
      directoryScopeId: "/",
    },
    { id: "r3", principalId: user(2), roleDefinitionId: "unknown", directoryScopeId: nasty(4) },
  ],
  "service-principals": numbers(14).map((n) => ({
    id: n % 2 === 0 ? app(n) : app(n).toUpperCase(),
    appId: n === 13 ? nasty(0) : client(n),
    displayName: n === 9 ? "p9" : nasty(n),
    servicePrincipalType: n % 3 === 0 ? "ManagedIdentity" : "Application",
    alternativeNames: [nasty(n), wrongType(n)],
    appOwnerOrganizationId: nasty(n),
    createdDateTime: nastyTime(n + 1),
    description: nasty(n + 3),
    tags: wrongType(n),
    appRoles: [{ id: "x", value: nasty(n) }, wrongType(n)],
  })),
  "app-role-assignments": numbers(14).map((n) => ({
    id: `a${n}`,
    principalId: app(n),
    resourceId: app((n + 1) % 14),
    resourceDisplayName: nasty(n),
    appRoleId: n % 2 === 0 ? "not an id" : id(6, n),
    createdDateTime: nastyTime(n),
  })),
  "delegated-grants": numbers(14).map((n) => ({
    id: `g${n}`,
    clientId: app(n),
    resourceId: app(n),
    consentType: n % 2 === 0 ? "AllPrincipals" : "Principal",
    principalId: n % 2 === 0 ? null : user(n),
    scope: ` ${nasty(n)}  User.Read __proto__ `,
  })),
  credentials: [
    {
      id: app(1),
      appId: client(1),
      passwordCredentials: numbers(2_000).map((n) => ({
        keyId: n % 3 === 0 ? nasty(n) : id(7, n),
        displayName: nasty(n),
        startDateTime: nastyTime(n),
        endDateTime: nastyTime(n + 1),
      })),
    },
    {
      id: app(2),
      appId: client(2),
      federatedIdentityCredentials: NASTY.map((subject, n) => ({ keyId: `f${n}`, issuer: nasty(n + 1), subject })),
    },
  ],
  owners: [
    // Two applications that own each other, one that owns itself, and an owner that does not exist.
    { id: app(1), ownerId: app(2) },
    { id: app(2), ownerId: app(1) },
    { id: app(3), ownerId: app(3) },
    { id: app(4), ownerId: user(99) },
  ],
  "azure-role-assignments": [
    { id: "z1", principalId: app(3), roleDefinitionId: "x", roleName: nasty(0), scope: `/${"a/".repeat(200)}` },
    { id: "z2", principalId: user(4), roleDefinitionId: null, roleName: null, scope: "" },
  ],
};

/** Adds the ids that these kinds have. */
const withIds = ([kind, objects]: [string, readonly object[]]): [string, readonly object[]] => {
  if (kind === "memberships") {
    return [kind, objects.map((one) => ({ ...one, id: Object.values(one).join("/") }))];
  }
  return [kind, kind === "owners" ? objects.map((one) => ({ ...one, id: Object.values(one).join("/") })) : objects];
};

const at = (daysAgo: number, n = 0): string => new Date(NOW - daysAgo * DAY_MS - n * 1_000).toISOString();

const ROWS: Rows = {
  SigninLogs: [
    ...numbers(40).flatMap((day) =>
      numbers(6).map((n) => ({
        TimeGenerated: at(day + 1, n),
        UserPrincipalName: `p${n}@northwind.example`,
        UserDisplayName: nasty(n),
        AppDisplayName: nasty(n + day),
        ResultType: "0",
        Location: nasty(n),
        IPAddress: n % 2 === 0 ? "not an address" : "203.0.113.9",
        DeviceDetail: wrongType(n),
      })),
    ),
    // One person with 400 applications, countries and addresses on one day, and 300 actors with one row each.
    ...numbers(400).map((n) => ({
      TimeGenerated: at(3, n),
      UserPrincipalName: "p7@northwind.example",
      AppDisplayName: `App ${n}`,
      AppId: id(8, n),
      ResultType: 0,
      Location: String.fromCharCode(65 + (n % 26), 65 + (Math.floor(n / 26) % 26)),
      IPAddress: `198.51.${n % 100}.${n % 200}`,
    })),
    ...numbers(300).map((n) => ({
      TimeGenerated: at(2, n),
      UserPrincipalName: `flood${n}@x.example`,
      ResultType: "0",
    })),
    ...["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2027-06-01T00:00:00Z"].map((TimeGenerated) => ({
      TimeGenerated,
      UserPrincipalName: "p1@northwind.example",
      AppDisplayName: "Old and new",
      ResultType: "0",
    })),
  ],
  AADServicePrincipalSignInLogs: numbers(40).flatMap((day) =>
    numbers(5).map((n) => ({
      TimeGenerated: at(day + 1, n),
      ServicePrincipalId: n === 4 ? app(n).toUpperCase() : app(n),
      ServicePrincipalName: n === 3 ? "p9@northwind.example" : nasty(n),
      AppId: client(n),
      ResourceDisplayName: nasty(n + day),
      ResultType: day % 2 === 0 ? "0" : nasty(day),
      ClientCredentialType: wrongType(day),
      ServicePrincipalCredentialKeyId: nasty(n),
    })),
  ),
  // The same grant, added and removed at the same time, again and again.
  AuditLogs: numbers(300).map((n) => ({
    TimeGenerated: at(n % 30, n % 2),
    OperationName: n % 2 === 0 ? "Add member to role" : "Remove member from role",
    Result: "success",
    InitiatedBy: { user: { userPrincipalName: nasty(n), id: wrongType(n) } },
    TargetResources: [
      { id: user(1), type: "User", userPrincipalName: "p1@northwind.example", modifiedProperties: wrongType(n) },
      {
        id: id(5, 1),
        type: "Role",
        displayName: nasty(n),
        modifiedProperties: [{ displayName: nasty(n), newValue: 1 }],
      },
    ],
  })),
  OfficeActivity: numbers(40).flatMap((day) =>
    numbers(6).map((n) => ({
      TimeGenerated: at(day + 1, n),
      UserId: `p${n}@northwind.example`,
      Operation: n % 2 === 0 ? "FileAccessed" : nasty(n),
      OfficeWorkload: "SharePoint",
      Site_Url: `https://northwind.sharepoint.com/sites/${encodeURIComponent(nasty(n).slice(0, 200))}/`,
    })),
  ),
};

async function deliver(domain: TestDomain, objects: Objects, rows: Rows): Promise<void> {
  for (const [kind, list] of Object.entries(objects).map(withIds)) {
    const payload = list.length === 0 ? [] : list.map((one) => JSON.stringify(one)).join("\n");
    const reply = await domain.ask(`${INGEST_BASE_PATH}/directory/${kind}`, {
      method: "PUT",
      headers: list.length === 0 ? {} : NDJSON,
      payload,
    });
    expect(reply.status, `${kind}: ${reply.text}`).toBe(200);
  }
  for (const [table, list] of Object.entries(rows)) {
    const payload = list.map((one) => JSON.stringify(one)).join("\n");
    const reply = await domain.ask(`${INGEST_BASE_PATH}/tables/${table}`, { method: "POST", headers: NDJSON, payload });
    expect(reply.status, `${table}: ${reply.text}`).toBe(200);
  }
  while ((await processBatch(domain.db, () => service.clock.now, testDetectors, { limit: 2_000 })).rows > 0);
}

async function analyze(domain: TestDomain): Promise<AnalysisReport | undefined> {
  const parts = { database: service.database, clock: () => service.clock.now, chance: () => 0.5 };
  return analyzeDomain(parts, domain.domainId, {});
}

/** Returns the bodies of every resource of a domain; each response is checked against the OpenAPI document. */
async function readAll(domain: TestDomain): Promise<readonly string[]> {
  const texts: string[] = [];
  const read = async (path: string): Promise<readonly Record<string, string>[]> => {
    const { status, text, body } = await domain.ask(path);
    expect(status, path).toBe(200);
    texts.push(text);
    return (body["items"] ?? body["data"] ?? []) as readonly Record<string, string>[];
  };
  for (const { tuid } of await read("/users?page_size=200")) {
    await read(`/personas/${tuid}`);
    await read(`/personas/${tuid}/detail`);
  }
  for (const { nuid } of await read("/nhi/personas?page_size=200")) await read(`/nhi/personas/${nuid}/detail`);
  for (const { drift_id } of await read("/drift?page_size=200")) await read(`/drift/${drift_id}`);
  for (const path of ["/threats", "/cases", "/nhi/clusters"]) await read(path);
  return texts;
}

/** Characters that nobody can see or that change what others look like. */
const MAX_TEXT = 2_000;
const UNSAFE = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u;

describe("hostile directory objects and rows", () => {
  it("do not stop the analysis of a domain, and every response keeps the contract", async () => {
    const domain = await service.givenDomain();
    await deliver(domain, DIRECTORY, ROWS);
    const report = await analyze(domain);
    expect(report).toMatchObject({ outcome: "finished" });
    expect(report?.counts).not.toHaveProperty("failed");
    const texts = await readAll(domain);
    expect(texts.length).toBeGreaterThan(60);
    const shown = texts.flatMap((text) => stringsIn(JSON.parse(text)));
    const unsafe = shown.filter(([, text]) => UNSAFE.test(text) || text.length > MAX_TEXT).map(([path]) => path);
    // The list of users has names as the directory has them; nothing else has.
    expect([...new Set(unsafe)].filter((path) => path !== ".items[].name")).toEqual([]);
  });

  it("of one domain change nothing in another", async () => {
    const quiet = await service.givenDomain();
    await deliver(
      quiet,
      { users: [{ id: user(1), userPrincipalName: "only@quiet.example", displayName: "Only One" }] },
      {},
    );
    await analyze(quiet);
    const texts = await readAll(quiet);
    expect(texts.join("\n")).not.toMatch(/northwind|flood|script/);
    expect(texts.join("\n")).toContain("Only One");
  });

  it.each<[string, Objects, Rows]>([
    ["nothing at all", {}, {}],
    ["only non-human identities", { "service-principals": DIRECTORY["service-principals"] ?? [] }, {}],
    ["only rows", {}, { SigninLogs: ROWS.SigninLogs?.slice(0, 40) ?? [] }],
  ])("or %s is analyzed too", async (_, objects, rows) => {
    const domain = await service.givenDomain();
    await deliver(domain, objects, rows);
    expect(await analyze(domain)).toMatchObject({ outcome: "finished" });
    await readAll(domain);
  });

  it("an identity that is removed and delivered again is analyzed again", async () => {
    const domain = await service.givenDomain();
    const services = (DIRECTORY["service-principals"] ?? []).slice(1, 3);
    const rows = { AADServicePrincipalSignInLogs: ROWS.AADServicePrincipalSignInLogs ?? [] };
    await deliver(domain, { "service-principals": services, users: PEOPLE.slice(0, 2) }, rows);
    await analyze(domain);
    const before = await readAll(domain);
    await deliver(domain, { "service-principals": [], users: [] }, {});
    await analyze(domain);
    await readAll(domain);
    await deliver(domain, { "service-principals": services, users: PEOPLE.slice(0, 2) }, {});
    expect(await analyze(domain)).toMatchObject({ outcome: "finished" });
    expect((await readAll(domain)).length).toBe(before.length);
  });
});

/** Returns all strings in a value with the names that lead to them. */
function stringsIn(value: unknown, path = ""): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const below = Array.isArray(value) ? `${path}[]` : `${path}.${name}`;
    return [[below, name] as const, ...stringsIn(member, below)];
  });
}
