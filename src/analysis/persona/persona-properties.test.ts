import { expect, it } from "vitest";
import { anNhiSummary } from "../../../test/support/nhi-summary.ts";
import {
  anEntitlement,
  type PlannedOrganization,
  type PlannedUser,
  personasOf,
  use,
} from "../../../test/support/persona-organization.ts";
import { checkerOf } from "../../contract/check.ts";
import { PersonaDetail } from "../../contract/personas.ts";
import { DIRECTORY_KINDS } from "../../model/directory-kind.ts";
import type { Dimension } from "../../model/identity/activity.ts";
import { type Persona, renderPersonaDetail } from "../../model/persona.ts";
import { PERSONA_SECTIONS } from "../../model/vocabulary.ts";
import { nameId } from "../../runtime/ids.ts";
import { type Random, seededRandom } from "../../synth/random.ts";

const NAMESPACE = "6d1fa1d6-1b1f-4a8e-9a53-3d8fb4b6a2b1";
const TITLES = ["Accountant", "Software Engineer", "Recruiter", null, "Wizard", "Chief of <script>"];
const KINDS = ["directory_role", "group", "app_assignment", "delegated_grant", "azure_role", "app_owner"] as const;
const TABLES = ["SigninLogs", "OfficeActivity", "AuditLogs", "AzureActivity", "AADUserRiskEvents"] as const;
const DIMENSIONS: readonly Dimension[] = ["application", "operation", "resource", "device", "alert", "country"];

const someDays = (random: Random, most: number): readonly number[] =>
  random.sample(
    Array.from({ length: 200 }, (_, day) => day),
    random.int(0, most),
  );

function aUser(random: Random, place: number): PlannedUser {
  const maybe = <T>(value: T): T | null => (random.chance(0.7) ? value : null);
  const uses = Array.from({ length: random.int(0, 12) }, () => {
    const dimension = random.pick(DIMENSIONS);
    const prefix =
      dimension === "resource" ? random.pick(["site:x/sites/", "team:", "mailbox:", "resource_group:s/"]) : "";
    return use(
      dimension,
      `${prefix}${random.pick(["alpha", "beta", "gamma", "managed_desktop/Windows"])}`,
      someDays(random, 60),
    );
  });
  const entitlements = Array.from({ length: random.int(0, 8) }, () =>
    anEntitlement({
      name: random.pick(["Finance", "Global Administrator", "CRM", "Ledger", "Reader"]),
      kind: random.pick(KINDS),
      tier: random.pick([0, 1, 2] as const),
      state: random.pick(["active", "eligible"] as const),
      grantedAt: maybe(new Date("2026-01-01T00:00:00Z")),
    }),
  );
  return {
    tuid: nameId(NAMESPACE, String(place)),
    person: {
      title: random.pick(TITLES),
      department: maybe(random.pick(["Finance", "Engineering"])),
      name: maybe(`Person ${place}`),
      email: maybe(`p${place}@nw.example`),
      objectId: maybe(`oid-${place}`),
      isActive: random.chance(0.9),
      createdAt: maybe(new Date("2026-11-01T00:00:00Z")),
    },
    ago: someDays(random, 100),
    signIns: random.int(0, 2),
    tables: random.sample(TABLES, random.int(0, TABLES.length)),
    uses,
    entitlements: random.chance(0.8) ? entitlements : null,
    reach: { blastRadius: random.pick(["minimal", "critical"] as const), reachesControlPlane: random.chance(0.3) },
    nhis: random.chance(0.7)
      ? [anNhiSummary({ stewardTuid: nameId(NAMESPACE, String(place)), hasValidSecret: true })]
      : null,
    driftCount: random.int(0, 2),
  };
}

function anOrganization(seed: number): PlannedOrganization {
  const random = seededRandom(seed, "organization");
  return {
    users: Array.from({ length: random.int(1, 60) }, (_, place) => aUser(random, place)),
    delivered: random.sample(DIRECTORY_KINDS, random.int(0, DIRECTORY_KINDS.length)),
  };
}

const SEEDS = Array.from({ length: 12 }, (_, seed) => seed + 1);
const GENERATED_AT = new Date("2026-11-15T02:00:00Z");
const check = checkerOf(PersonaDetail);

const rendered = (personas: ReadonlyMap<string, Persona>): readonly string[] =>
  [...personas.values()].map((persona) => renderPersonaDetail(persona, GENERATED_AT) + persona.text).sort();

it.each(SEEDS)(
  "a section is null if and only if its coverage is insufficient or none, and the schema holds: seed %i",
  async (seed) => {
    for (const persona of (await personasOf(anOrganization(seed))).values()) {
      for (const section of PERSONA_SECTIONS) {
        const isCovered = ["sufficient", "partial"].includes(persona.coverage[section]);
        expect({ section, isNull: persona[section] === null }).toEqual({ section, isNull: !isCovered });
      }
      expect(check(JSON.parse(renderPersonaDetail(persona, GENERATED_AT)))).toBeUndefined();
      expect([...persona.text].length).toBeLessThanOrEqual(1_200);
      expect(persona.overview?.key_points.length ?? 0).toBeLessThanOrEqual(7);
    }
  },
);

it.each(SEEDS)("the order of users, days and entitlements does not matter: seed %i", async (seed) => {
  const planned = anOrganization(seed);
  const random = seededRandom(seed, "shuffle");
  const shuffle = <T>(items: readonly T[]): readonly T[] => random.sample(items, items.length);
  const users = shuffle(planned.users).map((user) => ({
    ...user,
    ago: shuffle(user.ago ?? []),
    uses: shuffle(user.uses ?? []),
    entitlements: user.entitlements ? shuffle(user.entitlements) : null,
  }));
  expect(rendered(await personasOf({ ...planned, users }))).toEqual(rendered(await personasOf(planned)));
});

it("an unrelated user changes no other persona", async () => {
  const planned = anOrganization(3);
  const unrelated: PlannedUser = {
    tuid: "00000000-0000-0000-0000-000000000000",
    tables: [],
    ago: [3],
    uses: [use("application", "lonely", [1, 2, 3, 4])],
    entitlements: [anEntitlement({ name: "Lonely" })],
  };
  const before = await personasOf(planned);
  const after = new Map(await personasOf({ ...planned, users: [unrelated, ...planned.users] }));
  expect(after.delete(unrelated.tuid)).toBe(true);
  expect(rendered(after)).toEqual(rendered(before));
});

it.each([
  [
    "only audit rows",
    ["AuditLogs"] as const,
    [],
    {
      identity: "partial",
      role: "insufficient",
      workstreams: "none",
      access: "none",
      posture: "none",
      risk_lens: "none",
      overview: "partial",
    },
  ],
  [
    "only the directory",
    [] as const,
    DIRECTORY_KINDS,
    {
      identity: "sufficient",
      role: "none",
      workstreams: "none",
      access: "sufficient",
      posture: "none",
      risk_lens: "sufficient",
      overview: "partial",
    },
  ],
  [
    "only group memberships",
    [] as const,
    ["users", "memberships"] as const,
    {
      identity: "sufficient",
      role: "none",
      workstreams: "none",
      access: "partial",
      posture: "none",
      risk_lens: "partial",
      overview: "partial",
    },
  ],
] as const)("with %s, coverage states what is missing", async (_, tables, delivered, expected) => {
  const isListed = delivered.length > 0;
  const user: PlannedUser = {
    tuid: "own",
    person: isListed ? { department: "Finance" } : { objectId: null },
    ago: tables.length > 0 ? [1, 2, 3] : [],
    tables,
    entitlements: isListed ? [] : null,
  };
  expect((await personasOf({ users: [user], delivered })).get("own")?.coverage).toEqual(expected);
});

it("a user of whom only a technical key is known has no persona", async () => {
  const users = [{ tuid: "own", person: { name: null, email: null, objectId: null } }];
  expect((await personasOf({ users })).size).toBe(0);
});

/** Values that must not leave, by what they are. */
const SECRET_VALUES: Readonly<Record<string, string>> = {
  country: "Zubrowka",
  network: "as:64512 Contraband Telecom",
  address: "203.0.113.77",
  authentication: "Carrier pigeon token",
  credential: "cred-4711-key",
  caller: "host:lurker-host",
  call: '["purge-call"]',
  failure: "50053-locked",
  mailbox: "correspondent@rival.example",
  personal: "secret_friend_rival_example",
  ownedApp: "shadow-payroll-bot",
  client: "Eavesdropper Client",
  controlled: "hidden-takeover-app",
};

const FINANCE = { title: "Accountant", department: "Finance", team: "close", application: "SAP" };
const PEOPLE = { title: "Recruiter", department: "People", team: "hiring", application: "Greenhouse" };

/** A user whose facts contain every value that must not leave. */
function aGuardedUser(tuid: string, { title, department, team, application }: typeof FINANCE, days: readonly number[]) {
  const secret = (name: string): string => SECRET_VALUES[name] ?? "";
  const user: PlannedUser = {
    tuid,
    person: { title, department },
    tables: ["SigninLogs", "OfficeActivity", "AuditLogs", "EmailEvents"],
    ago: days,
    uses: [
      use("country", secret("country"), days),
      use("network", secret("network"), days),
      use("network", `net:${secret("address")}`, days),
      use("caller", `ip:${secret("address")}`, days),
      use("authentication", secret("authentication"), days),
      use("credential", secret("credential"), days),
      use("caller", secret("caller"), days),
      use("call", secret("call"), days),
      use("failure", secret("failure"), days),
      use("resource", `mailbox:${secret("mailbox")}`, days),
      use("resource", `site:nw/personal/${secret("personal")}`, days),
      use("resource", `team:${team}`, days),
      use("application", application, days),
      use("application", secret("mailbox"), days),
      use("operation", "write:MessageSent", days),
    ],
    entitlements: [
      anEntitlement({ name: "Staff" }),
      anEntitlement({
        name: `Mail.Read for ${secret("client")}`,
        kind: "delegated_grant",
        source: "grant:Microsoft Graph",
      }),
      anEntitlement({
        name: secret("ownedApp"),
        kind: "app_owner",
        source: `owner:${secret("ownedApp")}`,
        tier: 0,
        resource: secret("ownedApp"),
      }),
    ],
    nhis: [anNhiSummary({ stewardTuid: tuid, hasValidSecret: true })],
    reach: { reachesControlPlane: true, path: [{ edge: "AddSecret", to: secret("controlled") }] },
  };
  return user;
}

it("nothing that must not leave is in any text of a persona", async () => {
  const days = Array.from({ length: 40 }, (_, day) => day + 1);
  const users = [
    ...Array.from({ length: 15 }, (_, place) => aGuardedUser(`user-1${place}`, FINANCE, days)),
    ...Array.from({ length: 15 }, (_, place) => aGuardedUser(`user-2${place}`, PEOPLE, days)),
  ];
  const personas = await personasOf({ users });
  const text = rendered(personas).join("\n").toLowerCase();
  expect(personas.size).toBe(30);
  expect(
    [...personas.values()].every((persona) => PERSONA_SECTIONS.every((section) => persona[section] !== null)),
  ).toBe(true);
  for (const value of Object.values(SECRET_VALUES)) expect(text).not.toContain(value.toLowerCase());
});
