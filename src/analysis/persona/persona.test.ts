import { expect, it } from "vitest";
import { anNhiSummary } from "../../../test/support/nhi-summary.ts";
import {
  anEntitlement,
  lastDays,
  type PlannedOrganization,
  type PlannedUser,
  personasOf,
  TODAY,
  use,
} from "../../../test/support/persona-organization.ts";
import type { Persona } from "../../model/persona.ts";

const EVERY_THIRD = lastDays(30).map((day) => day * 3);

/** Twelve accountants and forty developers who work alike, and one user on top. */
function anOrganization(own: PlannedUser, more: Omit<PlannedOrganization, "users"> = {}): PlannedOrganization {
  const team = Array.from({ length: 12 }, (_, place): PlannedUser => {
    const tuid = `team-${String(place).padStart(2, "0")}`;
    return {
      tuid,
      person: { title: "Accountant", department: "Finance" },
      ago: lastDays(60),
      uses: [
        use("application", "sap-id", lastDays(50), "SAP S/4HANA"),
        use("resource", "site:nw/sites/finance-close", EVERY_THIRD, "site:finance-close"),
        use("operation", "write:FileModified", EVERY_THIRD),
      ],
      entitlements: [anEntitlement({ name: "Finance" }), anEntitlement({ name: "Ledger" })],
    };
  });
  const others = Array.from(
    { length: 40 },
    (_, place): PlannedUser => ({
      tuid: `other-${place}`,
      person: { title: "Software Engineer", department: "Engineering" },
      ago: lastDays(60),
      uses: [use("application", "github-id", lastDays(50), "GitHub")],
      entitlements: [anEntitlement({ name: "Engineering" })],
    }),
  );
  return { ...more, users: [...team, ...others, own] };
}

async function personaOf(own: Partial<PlannedUser>, more: Omit<PlannedOrganization, "users"> = {}): Promise<Persona> {
  const planned: PlannedUser = {
    tuid: "own",
    person: { name: "Maya Ito", title: "Accountant", department: "Finance", managerId: "oid-team-00" },
    ago: lastDays(60),
    uses: [
      use("application", "sap-id", lastDays(50), "SAP S/4HANA"),
      use("resource", "site:nw/sites/finance-close", EVERY_THIRD, "site:finance-close"),
      use("operation", "write:FileModified", EVERY_THIRD),
    ],
    entitlements: [anEntitlement({ name: "Finance" }), anEntitlement({ name: "Ledger" })],
    ...own,
  };
  const persona = (await personasOf(anOrganization(planned, more))).get("own");
  if (!persona) throw new Error("no persona");
  return persona;
}

it("the summary states role, work and access in sentences", async () => {
  const persona = await personaOf({});
  expect(persona.overview?.summary).toBe(
    "Maya Ito is an Accountant in Finance, reporting to Name of team-00. Activity over the last 90 days matches finance and accounting, as the title suggests. Works mainly in SAP S/4HANA. Holds 2 entitlements, none of them privileged.",
  );
  expect(persona.text.startsWith(persona.overview?.summary ?? "?")).toBe(true);
  expect(persona.text).toContain(
    "Works on Finance close with Name of team-00, Name of team-01, Name of team-02 and 2 more.",
  );
});

it("identity takes its fields from the directory and the age from the evaluation day", async () => {
  const createdAt = new Date("2021-04-16T09:00:00Z");
  const { identity } = await personaOf({ person: { name: null, title: null, createdAt, upn: "maya@nw.example" } });
  expect(identity).toEqual({
    name: "maya",
    email: "own@northwind.example",
    title: null,
    department: null,
    manager: null,
    admin_account: "none",
    account_created: "2021-04-16T09:00:00.000Z",
    account_age: "5 years 6 months",
  });
});

it("the role is that of peers with the same behavior, whatever the own title is", async () => {
  expect((await personaOf({})).role).toEqual({
    observed_role: "Finance and accounting",
    title_match: "match",
    confidence: expect.closeTo(0.9, 1) as number,
  });
  const other = await personaOf({ person: { title: "Security Engineer", name: "Maya Ito" } });
  expect(other.role).toMatchObject({ observed_role: "Finance and accounting", title_match: "mismatch" });
  expect(other.overview?.key_points).toContain(
    "The title Security Engineer suggests security, but the activity is that of finance and accounting.",
  );
  expect((await personaOf({ person: { title: "Auditor of tax" } })).role?.title_match).toBe("match");
  expect((await personaOf({ person: { title: "Lawyer" } })).role?.title_match).toBe("related");
  expect((await personaOf({ person: { title: null } })).role?.title_match).toBe("unknown");
});

it("a workstream names the shared resource, its systems and those who work on it", async () => {
  const { workstreams } = await personaOf({});
  expect(workstreams).toEqual({
    summary: "1 workstream: Finance close.",
    items: [
      {
        name: "Finance close",
        description:
          "Worked in SharePoint and used SAP S/4HANA on 64 of the last 90 days; operations in SharePoint are mostly editing.",
        systems: ["SAP S/4HANA", "SharePoint"],
        collaborators: ["00", "01", "02", "03", "04"].map((place) => `Name of team-${place}`),
      },
    ],
  });
});

it("an application is used, not worked on, and no operation is claimed in it", async () => {
  const sap = use("application", "sap-id", lastDays(50), "SAP S/4HANA");
  const { workstreams, overview } = await personaOf({
    uses: [sap, use("application", "ad", lastDays(9), "Active Directory"), use("operation", "write:FileModified", [1])],
  });
  expect(workstreams?.items.map(({ name, description }) => [name, description])).toEqual([
    ["SAP S/4HANA", "Used SAP S/4HANA on 50 of the last 90 days."],
  ]);
  expect(overview?.key_points).toContain(
    "Uses SAP S/4HANA, as do Name of team-00, Name of team-01, Name of team-02 and 2 more.",
  );
});

it("days are counted among those that the logs cover", async () => {
  const users = Array.from({ length: 8 }, (_, place): PlannedUser => {
    const uses = [use("resource", "site:nw/sites/finance", lastDays(12), "site:finance")];
    return { tuid: `own-${place}`, person: { title: "Accountant" }, ago: lastDays(28), uses };
  });
  const persona = (await personasOf({ users })).get("own-0");
  expect(persona?.workstreams?.items[0]?.description).toBe("Worked in SharePoint on 12 of 28 days with logs.");
  expect(persona?.overview?.key_points).toContain("Signed in on 28 of 28 days with logs.");
});

it("the strongest privilege is named first, and one that must be activated is not called held", async () => {
  const role = (name: string, more: Partial<Parameters<typeof anEntitlement>[0]> = {}) =>
    anEntitlement({ name, kind: "directory_role", tier: 0, ...more });
  const { overview, access } = await personaOf({
    reach: { reachesControlPlane: true },
    entitlements: [
      role("Application Administrator", {
        privilegeClass: "control_app_credential",
        privilegeLabel: "Can control application credentials",
      }),
      role("Global Administrator", { privilegeClass: "tenant_admin", privilegeLabel: "Tenant administrator" }),
      role("Privileged Role Administrator", {
        privilegeClass: "grant_role",
        privilegeLabel: "Can grant roles",
        state: "eligible",
      }),
    ],
  });
  expect(overview?.key_points[0]).toBe(
    "Can take over the tenant: holds Global Administrator and Application Administrator and can activate Privileged Role Administrator.",
  );
  expect(access?.privileged_classes).toEqual([
    "Tenant administrator",
    "Can grant roles",
    "Can control application credentials",
  ]);
});

it("access counts, orders and dates entitlements", async () => {
  const granted = new Date((TODAY - 400) * 86_400_000);
  const { access } = await personaOf(
    {
      tables: ["SigninLogs", "OfficeActivity", "AuditLogs"],
      ago: lastDays(170),
      uses: [use("application", "crm-id", [12], "CRM"), use("operation", "write:Update application", [20])],
      entitlements: [
        anEntitlement({ name: "Finance" }),
        anEntitlement({ name: "CRM", kind: "app_assignment", resourceId: "sp-crm", grantedAt: granted }),
        anEntitlement({ name: "Old tool", kind: "app_assignment", resourceId: "sp-old", grantedAt: granted }),
        anEntitlement({
          name: "Application Administrator",
          kind: "directory_role",
          tier: 0,
          privilegeLabel: "Can control application credentials",
        }),
        anEntitlement({
          name: "Exchange Administrator",
          kind: "directory_role",
          tier: 1,
          source: "pim_eligible",
          state: "eligible",
          privilegeLabel: "Mail and calendar content",
          grantedAt: granted,
        }),
      ],
    },
    { applications: { "sp-crm": { appId: "crm-id", name: "CRM" } } },
  );
  expect(access).toMatchObject({
    directory_role_count: 2,
    privileged_entitlement_count: 2,
    privileged_classes: ["Can control application credentials", "Mail and calendar content"],
    application_count: 2,
    applications: ["CRM", "Old tool"],
    dormant_entitlement_count: 2,
    privileges: [
      {
        name: "Application Administrator",
        privilege_class: "Can control application credentials",
        source: "direct",
      },
      { name: "Exchange Administrator", privilege_class: "Mail and calendar content", source: "pim_eligible" },
    ],
  });
  const byName = new Map(access?.entitlements.map((entitlement) => [entitlement.name, entitlement]));
  expect(byName.get("CRM")).toMatchObject({ first_seen: "2025-10-11", last_used: "2026-11-03", privileged: false });
  expect(byName.get("Old tool")).toMatchObject({ last_used: null, access_domain: "business_app" });
  expect(byName.get("Application Administrator")).toMatchObject({ last_used: "2026-10-26", privileged: true });
  expect(byName.get("Finance")?.last_used).toBeNull();
  expect(access?.entitlements.map(({ privileged }) => privileged)).toEqual([true, true, false, false, false]);
});

it("an entitlement was never used only if every use since its grant would have been seen", async () => {
  const app = (ago: number) =>
    anEntitlement({ name: "CRM", kind: "app_assignment", grantedAt: new Date((TODAY - ago) * 86_400_000) });
  const lastUse = async (ago: number) =>
    (await personaOf({ ago: lastDays(100), entitlements: [app(ago)] })).access?.entitlements[0]?.last_used;
  expect(await lastUse(40)).toBe("never");
  expect(await lastUse(140)).toBeNull();
});

it("an audit row about a grant dates an entitlement, and an activation is a use", async () => {
  const at = (ago: number) => new Date((TODAY - ago) * 86_400_000 + 5_000);
  const change = (kind: "role_added" | "role_activated", ago: number) => ({
    at: at(ago),
    row: { table: "AuditLogs", contentKey: "x" } as const,
    change: kind,
    by: null,
    byName: null,
    target: "oid:own",
    objectId: null,
    objectName: "exchange administrator",
  });
  const { access } = await personaOf({
    tables: ["SigninLogs", "AuditLogs"],
    changes: [change("role_added", 33), change("role_activated", 7)],
    entitlements: [
      anEntitlement({ name: "Exchange Administrator", kind: "directory_role", tier: 1, state: "eligible" }),
    ],
  });
  expect(access?.entitlements[0]).toMatchObject({ first_seen: "2026-10-13", last_used: "2026-11-08" });
});

it("peer prevalence is the share of similar users", async () => {
  const { access, overview } = await personaOf({
    entitlements: [
      anEntitlement({ name: "Finance" }),
      anEntitlement({ name: "Ledger" }),
      anEntitlement({ name: "Domain Administrator", kind: "directory_role", tier: 1 }),
    ],
  });
  const shares = new Map(access?.entitlements.map(({ name, peer_prevalence }) => [name, peer_prevalence]));
  expect(shares.get("Finance")).toBe(1);
  expect(shares.get("Domain Administrator")).toBe(0);
  expect(overview?.key_points).toContain("Holds Domain Administrator, which no similar user holds.");
});

it("posture counts sign-ins, regular devices and the identities in the user's care", async () => {
  const steward = { stewardTuid: "own", hasValidSecret: true } as const;
  const { posture, overview } = await personaOf({
    signIns: 2,
    uses: [
      use("device", "managed_desktop/Windows", lastDays(40)),
      use("device", "unmanaged_mobile/iOS", [3, 9]),
      use("device", "server/Linux", [5]),
    ],
    nhis: [
      anNhiSummary(steward),
      anNhiSummary({ nhiClass: "service_account", stewardTuid: "own" }),
      anNhiSummary({ nhiClass: "ai_agent", creatorTuid: "own" }),
      anNhiSummary({}),
    ],
    grantClients: { g1: "client-1", g2: "client-1", g3: "client-2" },
    entitlements: [anEntitlement({ name: "AI Administrator", kind: "directory_role", tier: 1 })],
  });
  expect(posture).toEqual({
    device_classes: ["managed_desktop", "unmanaged_mobile"],
    os_types: ["Windows", "iOS"],
    signin_active_days: 60,
    signin_total_logons: 120,
    nhi: {
      service_account_count: 1,
      service_principal_count: 1,
      oauth_grant_count: 2,
      agent_count: 1,
      owns_secrets: true,
      can_create_agents: true,
    },
  });
  expect(overview?.key_points).toContain("Is responsible for 1 non-human identity that has a valid secret.");
});

it("counts of identities are null while none were analyzed", async () => {
  const { posture } = await personaOf({ nhis: null }, { delivered: ["users", "memberships"] });
  expect(posture?.nhi).toEqual({
    service_account_count: null,
    service_principal_count: null,
    oauth_grant_count: null,
    agent_count: null,
    owns_secrets: null,
    can_create_agents: null,
  });
});

it("the risk lens counts alerts once per kind and day, and drift events", async () => {
  const { risk_lens } = await personaOf({
    uses: [
      use("alert", "Anomalies:Anomalous sign-in", [1, 2, 31]),
      use("alert", "AADUserRiskEvents:unfamiliarFeatures", [2]),
    ],
    driftCount: 1,
    reach: { blastRadius: "moderate", reachesControlPlane: true, path: [{ edge: "AddSecret", to: "hidden app" }] },
  });
  expect(risk_lens).toEqual({
    blast_radius: "moderate",
    reaches_control_plane: true,
    dormant_count: 0,
    credential_exposure: "none",
    anomaly_count: 4,
  });
});

it.each([
  ["high", { uses: [use("alert", "AADUserRiskEvents:leakedCredentials", [4])] }],
  ["none", { uses: [use("alert", "AADUserRiskEvents:leakedCredentials", [40])] }],
  ["high", { nhis: [anNhiSummary({ stewardTuid: "own", hasValidSecret: true, tier: 0, oldestSecretDays: 400 })] }],
  ["elevated", { nhis: [anNhiSummary({ stewardTuid: "own", hasValidSecret: true, longestSecretDays: 800 })] }],
  ["elevated", { nhis: [anNhiSummary({ stewardTuid: "own", hasUnusedCredential: true, tier: 1 })] }],
  ["low", { nhis: [anNhiSummary({ stewardTuid: "own", hasValidSecret: true })] }],
  ["none", { nhis: [anNhiSummary({ hasValidSecret: true, tier: 0, oldestSecretDays: 400 })] }],
] as const)("credential exposure is %s", async (expected, own) => {
  expect((await personaOf(own)).risk_lens?.credential_exposure).toBe(expected);
});

it("unused privileges and unused identities with a secret count as dormant", async () => {
  const { risk_lens, overview } = await personaOf({
    ago: lastDays(170),
    tables: ["SigninLogs", "AuditLogs"],
    entitlements: [
      anEntitlement({ name: "Exchange Administrator", kind: "directory_role", tier: 1, grantedAt: new Date(0) }),
    ],
    nhis: [
      anNhiSummary({ stewardTuid: "own", hasValidSecret: true, isDormant: true }),
      anNhiSummary({ stewardTuid: "own", isDormant: true }),
    ],
  });
  expect(risk_lens?.dormant_count).toBe(2);
  expect(overview?.key_points).toContain("Has not used Exchange Administrator for 90 days or more.");
});

it.each([
  ["a separate account of the same employee", { employeeId: "7", upn: "adm-maya@nw.example" }, "adm-maya@nw.example"],
  [
    "an account that names its owner",
    { upn: "t0.x@nw.example", namedAccounts: ["own@northwind.example"] },
    "t0.x@nw.example",
  ],
  ["an account with a similar name alone is not linked", { upn: "adm-own@nw.example" }, "none"],
])("the admin account is found: %s", async (_, person, expected) => {
  const organization = anOrganization({ tuid: "own", person: { employeeId: "7" }, ago: lastDays(9) });
  const users = [...organization.users, { tuid: "adm", person }];
  expect((await personasOf({ users })).get("own")?.identity?.admin_account).toBe(expected);
});

it("privileged roles on the account itself make it an admin account; an initial does not", async () => {
  const roles = [anEntitlement({ name: "User Administrator", kind: "directory_role", tier: 1 })];
  const own = await personaOf({ entitlements: roles });
  expect(own.identity?.admin_account).toBe("self");
  expect(own.overview?.key_points).toContain("Holds User Administrator on the account for daily work.");
  expect((await personaOf({ person: { upn: "a.smith@nw.example" } })).identity?.admin_account).toBe("none");
});

it("a new account, a disabled one and an unused one are named", async () => {
  const created = await personaOf({ person: { createdAt: new Date((TODAY - 12) * 86_400_000) } });
  expect(created.overview?.key_points).toContain("The account is 12 days old.");
  expect(created.identity?.account_age).toBe("12 days");
  const disabled = await personaOf({ person: { name: "Maya Ito", isActive: false }, ago: [], uses: [] });
  expect(disabled.coverage).toMatchObject({ role: "none", workstreams: "none", posture: "none" });
  expect(disabled.overview?.summary).toContain("The account is disabled.");
  expect(disabled.access?.summary).toContain("No application is used or assigned.");
  const left = await personaOf({
    person: { name: "Maya Ito", isActive: false },
    ago: [20, 30],
    entitlements: [anEntitlement({ name: "Exchange Administrator", kind: "directory_role", tier: 1 })],
    uses: [use("application", "crm-id", [20], "CRM")],
  });
  expect(left.overview?.summary).toContain("Worked mainly in CRM.");
  expect(left.overview?.key_points[0]).toBe(
    "The disabled account still holds Exchange Administrator and was last active on 2026-10-26.",
  );
  const unused = await personaOf({ ago: [], uses: [], person: { createdAt: new Date((TODAY - 45) * 86_400_000) } });
  expect(unused.overview?.key_points).toContain(
    "The account is enabled, but nobody has signed in with it for 45 days or more.",
  );
});

it("an application that the user owns is not named", async () => {
  const { access, text } = await personaOf({
    entitlements: [
      anEntitlement({
        name: "payroll-bot",
        kind: "app_owner",
        source: "owner:payroll-bot",
        key: "app_owner:1",
        tier: 0,
      }),
      anEntitlement({ name: "sync-bot", kind: "app_owner", source: "owner:sync-bot", key: "app_owner:2", tier: 1 }),
    ],
  });
  expect(access?.entitlements).toMatchObject([{ name: "Application owner", privileged: true }]);
  expect(JSON.stringify(access) + text).not.toMatch(/bot/);
});

it("one product under several names is one application, and what nobody works in is none", async () => {
  const { access, overview } = await personaOf({
    uses: [
      use("application", "teams-id", lastDays(20), "Microsoft Teams"),
      use("application", "microsoftteams", lastDays(30), "MicrosoftTeams"),
      use("application", "active directory", lastDays(40), "Active Directory"),
    ],
  });
  expect(access?.applications).toEqual(["Microsoft Teams"]);
  expect(overview?.summary).toContain("Works mainly in Microsoft Teams.");
});

it("an entitlement without a grant is on record since the audit rows that would have reported one", async () => {
  const heldSince = { "group:Finance": TODAY };
  const first = async (own: Partial<PlannedUser>): Promise<unknown> => {
    const { access } = await personaOf({
      entitlements: [anEntitlement({ name: "Finance", key: "group:Finance" })],
      heldSince,
      ...own,
    });
    return access?.entitlements[0]?.first_seen;
  };
  const today = new Date(TODAY * 86_400_000).toISOString().slice(0, 10);
  expect(await first({})).toBe(today);
  const audited = await first({ tables: ["SigninLogs", "AuditLogs"] });
  expect(String(audited) < today).toBe(true);
});
