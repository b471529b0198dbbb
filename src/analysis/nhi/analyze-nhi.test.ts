import { describe, expect, it } from "vitest";
import {
  DAY,
  dayOfCalls,
  daysOfCalls,
  directoryOf,
  factsOf,
  type Objects,
  type Use,
} from "../../../test/support/nhi-facts.ts";
import { checkerOf } from "../../contract/check.ts";
import { NHI_SHAPES } from "../../contract/nhi/shapes.ts";
import { NhiDetail } from "../../contract/nhi.ts";
import { renderDocument } from "../../contract/openapi/render-document.ts";
import type { ActivityDay } from "../../model/identity/activity.ts";
import { type AnalyzedNhi, analyzeNhi } from "./analyze-nhi.ts";
import { isoOfDay } from "./facts.ts";
import { DIRECTORY_REQUESTS, INVENTORY_REQUESTS } from "./graph-requests.ts";
import { accountEvidence, isServiceAccount } from "./service-account.ts";
import { totalUses } from "./uses.ts";
import { withCluster } from "./with-cluster.ts";

const OWN = "11111111-1111-4111-8111-111111111111";
const FOREIGN = "99999999-9999-4999-8999-999999999999";
const GRAPH = "00000003-0000-0000-c000-000000000000";
const MAIL_SEND = "b633e1c5-b582-4048-a93e-9f11b44c7e96";
const ROLE_WRITE = "9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8";

const OBJECTS: Objects = {
  users: [
    {
      objectId: "ada",
      userPrincipalName: "ada@northwind.example",
      displayName: "Ada",
      accountEnabled: true,
      department: "IT",
    },
    { objectId: "ben", userPrincipalName: "ben@northwind.example", displayName: "Ben", accountEnabled: false },
    {
      objectId: "svc",
      userPrincipalName: "svc-scan@northwind.example",
      displayName: "svc-scan",
      accountEnabled: true,
      assignedLicenses: [],
    },
    {
      objectId: "eve",
      userPrincipalName: "eve@northwind.example",
      displayName: "Eve",
      jobTitle: "Analyst",
      department: "IT",
    },
  ],
  "service-principals": [
    {
      objectId: "graph",
      appId: GRAPH,
      displayName: "Microsoft Graph",
      appOwnerOrganizationId: "f8cdef31-a31e-4b4a-93e4-5f571e91255a",
      appRoles: [
        { id: MAIL_SEND, value: "Mail.Send" },
        { id: ROLE_WRITE, value: "RoleManagement.ReadWrite.Directory" },
      ],
    },
    {
      objectId: "mailer",
      appId: "app-mailer",
      displayName: "invoice-mailer",
      servicePrincipalType: "Application",
      appOwnerOrganizationId: OWN,
      createdDateTime: "2025-01-01T00:00:00Z",
      description: "Sends invoices by mail",
    },
    {
      objectId: "orphan",
      appId: "app-orphan",
      displayName: "legacy-admin",
      servicePrincipalType: "Application",
      appOwnerOrganizationId: OWN,
      createdDateTime: "2024-01-01T00:00:00Z",
    },
    {
      objectId: "fake",
      appId: "app-fake",
      displayName: "Micr0soft Teams",
      servicePrincipalType: "Application",
      appOwnerOrganizationId: FOREIGN,
      createdDateTime: "2026-10-20T00:00:00Z",
    },
    {
      objectId: "third",
      appId: "app-third",
      displayName: "x",
      servicePrincipalType: "Application",
      appOwnerOrganizationId: OWN,
    },
  ],
  owners: [
    { objectId: "mailer/ada", servicePrincipalId: "mailer", ownerId: "ada" },
    { objectId: "orphan/ben", servicePrincipalId: "orphan", ownerId: "ben" },
  ],
  credentials: [
    {
      objectId: "mailer/k1",
      servicePrincipalId: "mailer",
      keyId: "k1",
      type: "certificate",
      startDateTime: "2026-06-01T00:00:00Z",
      endDateTime: "2026-12-30T00:00:00Z",
    },
    {
      objectId: "orphan/k2",
      servicePrincipalId: "orphan",
      keyId: "k2",
      type: "password",
      startDateTime: "2024-01-01T00:00:00Z",
      endDateTime: "2034-01-01T00:00:00Z",
    },
  ],
  "app-role-assignments": [
    { objectId: "a1", principalId: "mailer", resourceId: "graph", appRoleId: MAIL_SEND },
    { objectId: "a2", principalId: "orphan", resourceId: "graph", appRoleId: ROLE_WRITE },
  ],
  "delegated-grants": [],
  "role-assignments": [],
};
const directory = directoryOf(OBJECTS);

const SENDING: readonly Use[] = [
  ["application", GRAPH, 90, "Microsoft Graph"],
  ["operation", "write:post /users/{id}/sendmail", 90, "write:POST /users/{id}/sendmail"],
  ["credential", "k1", 6],
  ["authentication", "certificate", 90],
  ["network", "as64500", 96],
  ["country", "NO", 96],
  ["caller", "ip:203.0.113.7", 96],
  [
    "call",
    JSON.stringify([
      "write:POST /users/{id}/sendmail",
      "Microsoft Graph",
      "api:Microsoft Graph",
      "success",
      null,
      "certificate",
    ]),
    90,
  ],
];
const mailer = factsOf(directory, "mailer", {
  days: daysOfCalls(60, 15, SENDING, ["MicrosoftGraphActivityLogs"]),
  sources: ["AADServicePrincipalSignInLogs", "MicrosoftGraphActivityLogs", "AuditLogs"],
});

/** Returns a detail as it is shown, without what the store adds. */
const shown = ({ detail }: AnalyzedNhi) => ({
  ...withCluster(detail, undefined),
  call_samples:
    detail.call_samples?.map(({ row, ...sample }) => ({
      ...sample,
      source_table: row.table,
      item_id: row.contentKey,
    })) ?? null,
});

const SHAPED: Readonly<Record<string, keyof typeof NHI_SHAPES>> = {
  purpose: "NhiPurpose",
  custody: "NhiCustody",
  iam: "NhiIam",
  interactions: "NhiInteractions",
  data_movement: "NhiDataMovement",
  identity_metadata: "NhiIdentityMetadata",
  risk: "NhiRisk",
  coverage: "NhiCoverage",
  asset_tier: "NhiAssetTier",
  operations: "NhiOperations",
  call_rhythm: "NhiCallRhythm",
  credential_posture: "NhiCredentialPosture",
  drift: "NhiDrift",
};
const LISTS: Readonly<Record<string, keyof typeof NHI_SHAPES>> = {
  stewards: "NhiSteward",
  resource_edges: "NhiResourceEdge",
  actor_edges: "NhiActorEdge",
  call_samples: "NhiCallSample",
};
const ACCESS_LISTS: Readonly<Record<string, keyof typeof NHI_SHAPES>> = {
  entitlements: "NhiEntitlement",
  permissions: "NhiPermission",
  reactivated_scopes: "NhiReactivatedScope",
  directory_roles: "NhiDirectoryRole",
};

type Json = Readonly<Record<string, unknown>>;

/** Returns every value with the name of the shape that it has to have. */
function shapedValues(detail: Json): readonly (readonly [keyof typeof NHI_SHAPES, unknown])[] {
  const access = (detail["access"] ?? {}) as Json;
  const itemsOf = (source: Json, lists: typeof LISTS) =>
    Object.entries(lists).flatMap(([name, shape]) =>
      ((source[name] ?? []) as readonly unknown[]).map((item) => [shape, item] as const),
    );
  const single = Object.entries(SHAPED).map(([name, shape]) => [shape, detail[name]] as const);
  const legitimacy = ["NhiLegitimacy", access["legitimacy"] ?? null] as const;
  return [...single, legitimacy, ...itemsOf(detail, LISTS), ...itemsOf(access, ACCESS_LISTS)].filter(
    ([, value]) => value !== null,
  );
}

/** Returns the first violation of the contract or of a published shape. */
function violationOf(analyzed: AnalyzedNhi): unknown {
  const detail = shown(analyzed) as unknown as Json;
  const problems = shapedValues(detail).map(([shape, value]) => {
    const problem = checkerOf(NHI_SHAPES[shape])(value);
    return problem && { shape, ...problem };
  });
  return checkerOf(NhiDetail)(detail) ?? problems.find((problem) => problem !== undefined);
}

describe("the detail of a non-human identity", () => {
  const analyzed = analyzeNhi(mailer);

  it("satisfies the contract and every published shape, in the order of the contract", () => {
    expect(violationOf(analyzed)).toBeUndefined();
    const text = JSON.stringify(shown(analyzed));
    expect(text).toBe(renderDocument(NhiDetail, JSON.parse(text)));
  });

  it("states what the identity does, how often, with what, and who is responsible", () => {
    const { overview, role, stewardship, call_rhythm, risk_lens, operations } = analyzed.detail;
    expect(overview.summary).toBe(
      "invoice-mailer is a service principal for mail automation that sends mail every 15 min.",
    );
    expect(role).toMatchObject({ observed_role: "Mail automation", evidence: "observed" });
    expect(stewardship).toEqual({ steward_upn: "ada@northwind.example", creator_upn: null, custody_kind: "human" });
    expect(call_rhythm).toMatchObject({ class: "fixed_interval", period_seconds: 900, overdue: false });
    expect(operations?.top[0]).toMatchObject({ operation: "POST /users/{id}/sendmail", class: "write" });
    expect(risk_lens).not.toBeNull();
    expect(analyzed.item).toMatchObject({ archetype: "mail_automation", status: "active", hasPersona: true });
  });

  it("counts a permission as used if calls show it", () => {
    expect(analyzed.detail.access?.entitlements[0]).toMatchObject({
      name: "Mail.Send",
      usage: "used",
      last_used: isoOfDay(DAY - 1),
    });
    expect(analyzed.detail.access?.over_permission).toBe(false);
  });

  it("has one edge to an API that it is granted and calls by its id and by its name", () => {
    const uses: readonly Use[] = [
      ["resource", `api:${GRAPH}`, 90, "api:Microsoft Graph"],
      ["resource", "api:microsoft graph", 6, "api:Microsoft Graph"],
    ];
    const days = daysOfCalls(60, 15, uses, ["MicrosoftGraphActivityLogs"]);
    const edges = analyzeNhi({ ...mailer, days }).detail.resource_edges;
    expect(edges).toMatchObject([
      { id: "api:microsoft graph", name: "Microsoft Graph", system: "Microsoft Graph", granted: true, observed: true },
    ]);
  });

  it("names the service of the directory in a call without its kind", () => {
    const call = JSON.stringify(["write:Add member to group", null, "directory:Core Directory", "success", null, null]);
    const days = daysOfCalls(60, 15, [["call", call, 3]], ["AuditLogs"]);
    const samples = analyzeNhi({ ...mailer, days }).detail.call_samples;
    expect(samples?.[0]).toMatchObject({ system: "Core Directory", target: "directory:Core Directory" });
  });

  it("has a verdict that is insufficient or none for exactly the sections that are null", () => {
    for (const objectId of ["mailer", "orphan", "fake", "third", "svc"]) {
      const detail = shown(
        analyzeNhi(objectId === "mailer" ? mailer : factsOf(directory, objectId)),
      ) as unknown as Record<string, unknown>;
      const coverage = detail["coverage"] as Record<string, string>;
      for (const [name, verdict] of Object.entries(coverage)) {
        if (!(name in detail)) continue;
        expect([objectId, name, ["insufficient", "none"].includes(verdict)]).toEqual([
          objectId,
          name,
          detail[name] === null,
        ]);
      }
    }
  });

  it("does not depend on the order of values within a day", () => {
    const reversed = mailer.days.map((day): ActivityDay => ({ ...day, uses: [...day.uses].reverse() }));
    expect(JSON.stringify(analyzeNhi({ ...mailer, days: reversed }))).toBe(JSON.stringify(analyzed));
  });

  it("shows hostile text on one line and cut", () => {
    const name = `evil\u202e\n<script>${"x".repeat(9_999)}`;
    const service = {
      ...(mailer.service as NonNullable<typeof mailer.service>),
      displayName: name,
      description: name,
      publisher: name,
      notes: name,
      homepage: name,
      tags: [name],
    };
    const uses: readonly Use[] = [
      ["application", name, 9],
      ["operation", `write:${name}`, 9],
      ["caller", `app:${name}`, 9],
      ["resource", `site:${name}`, 9],
      ["failure", name, 1],
      ["call", name, 1],
      ["country", name, 1],
      ["authentication", name, 1],
    ];
    const result = analyzeNhi({ ...mailer, service, days: daysOfCalls(3, 60, uses) });
    expect(violationOf(result)).toBeUndefined();
    const text = JSON.stringify(shown(result));
    expect(text).not.toMatch(/\\n|\u202e|x{600}/u);
  });
});

describe("an identity without a responsible person", () => {
  const orphan = analyzeNhi(
    factsOf(directory, "orphan", {
      sources: ["AuditLogs", "AADServicePrincipalSignInLogs", "MicrosoftGraphActivityLogs"],
    }),
  );

  it("is ungoverned, dormant and a risk, with the OWASP factors that say why", () => {
    expect(orphan.detail.stewardship).toMatchObject({ steward_upn: null, custody_kind: "ungoverned" });
    expect(orphan.item.status).toBe("dormant");
    expect(orphan.detail.risk?.level).toMatch(/high|critical/);
    const ids = orphan.detail.risk?.factors.map(({ id, owasp }) => `${owasp} ${id}`) ?? [];
    expect(ids).toEqual(
      expect.arrayContaining([
        "NHI5 tier0_direct",
        "NHI1 ungoverned",
        "NHI1 dormant_with_credential",
        "NHI7 very_long_secret",
        "NHI4 secret_on_tier0",
      ]),
    );
    const sum = orphan.detail.risk?.factors.reduce((total, { points }) => total + points, 0) ?? 0;
    expect(orphan.detail.risk?.score).toBe(Math.min(100, sum));
  });

  it("has a poor credential posture, and an unused permission of tier 0 is over-permission", () => {
    expect(orphan.detail.credential_posture).toMatchObject({ verdict: "poor" });
    expect(orphan.detail.credential_posture?.flags).toEqual(
      expect.arrayContaining(["very_long_lifetime", "not_rotated_1y", "unused_30d"]),
    );
    expect(orphan.detail.access).toMatchObject({ over_permission: true });
    expect(orphan.detail.overview.narrative).toContain("RoleManagement.ReadWrite.Directory");
    expect(orphan.summary).toMatchObject({ hasValidSecret: true, hasUnusedCredential: true, tier: 0, isDormant: true });
  });

  it("is not called unused or dormant before rows reach back 90 days", () => {
    const young = analyzeNhi(
      factsOf(directory, "orphan", { sources: ["AuditLogs", "AADServicePrincipalSignInLogs"], sourceDays: 30 }),
    );
    expect(young.detail.access).toMatchObject({ over_permission: null });
    expect(young.item.status).toBe("active");
  });
});

describe("single rules", () => {
  it.each([
    ["enabled", "human", [{ accountEnabled: true }]],
    ["disabled", "ungoverned", [{ accountEnabled: false }]],
    ["deleted", "ungoverned", []],
  ])("an application whose only owner has an account that is %s has the custody %s", (_, kind, accounts) => {
    const owner = { objectId: "zoe", userPrincipalName: "zoe@northwind.example", displayName: "Zoe" };
    const given = directoryOf({
      ...OBJECTS,
      users: [...(OBJECTS.users ?? []), ...accounts.map((account) => ({ ...owner, ...account }))],
      owners: [...(OBJECTS.owners ?? []), { objectId: "third/zoe", servicePrincipalId: "third", ownerId: "zoe" }],
    });
    const { stewardship } = analyzeNhi(factsOf(given, "third")).detail;
    expect(stewardship?.custody_kind).toBe(kind);
    expect(stewardship?.steward_upn ?? null).toBe(kind === "human" ? "zoe@northwind.example" : null);
  });

  it.each([
    ["mailer", "system"],
    ["orphan", "ungoverned"],
  ])("an application that %s owns is governed if that one is: %s", (owner, kind) => {
    const owned = { objectId: `third/${owner}`, servicePrincipalId: "third", ownerId: owner };
    const given = directoryOf({ ...OBJECTS, owners: [...(OBJECTS.owners ?? []), owned] });
    expect(analyzeNhi(factsOf(given, "third")).detail.stewardship?.custody_kind).toBe(kind);
  });

  it.each([
    ["read:get /users/{id}/calendar/events", false],
    ["read:get /me/calendar/events", false],
    ["read:get /users/{id}/messages", false],
    ["read:get /users", true],
    ["read:get /users/{id}", true],
    ["read:get /groups/{id}/members", true],
  ])("reading the directory is: %s %s", (key, isDirectory) => {
    expect([DIRECTORY_REQUESTS.test(key), INVENTORY_REQUESTS.test(key)]).toEqual([isDirectory, isDirectory]);
  });

  it("a foreign application that imitates a vendor's name is suspicious", () => {
    const { detail } = analyzeNhi(factsOf(directory, "fake"));
    expect(detail.access?.legitimacy).toMatchObject({ verdict: "suspicious" });
    expect(detail.access?.legitimacy?.signals[0]).toMatchObject({ id: "lookalike_name", effect: "weakens" });
  });

  it("a permission used again after 90 days is reactivated", () => {
    const send: readonly Use[] = SENDING;
    const days = [
      ...[180, 179, 178].map((ago) => dayOfCalls(DAY - ago, 60, send)),
      ...[5, 4].map((ago) => dayOfCalls(DAY - ago, 60, send)),
    ];
    const { detail } = analyzeNhi(factsOf(directory, "mailer", { days, sources: ["MicrosoftGraphActivityLogs"] }));
    expect(detail.access?.reactivated_scopes[0]).toMatchObject({ name: "Mail.Send", idle_days: 173, calls_since: 180 });
  });

  it("sections about activity are null without calls, and the rhythm is silent where a source is connected", () => {
    const { detail } = analyzeNhi(factsOf(directory, "third", { sources: ["AuditLogs"] }));
    expect([detail.role, detail.operations, detail.call_samples, detail.iam]).toEqual([null, null, null, null]);
    expect(detail.call_rhythm?.class).toBe("silent");
    expect(analyzeNhi(factsOf(directory, "third")).detail.call_rhythm).toBeNull();
  });

  it("a user object is a service account by its name, missing person and machine rhythm, and a person's account is not", () => {
    const judge = (objectId: string, days: readonly ActivityDay[]) => {
      const user = directory.directory.findUser(objectId);
      if (!user) throw new Error("no such user");
      return isServiceAccount(accountEvidence(user, totalUses(days, DAY), null));
    };
    expect(judge("svc", daysOfCalls(20, 60, [["operation", "read:list", 24]]))).toBe(true);
    expect(judge("eve", daysOfCalls(20, 60, [["operation", "read:list", 24]]))).toBe(false);
  });

  it("what a user object does speaks for a person or for a service, from 20 calls on", () => {
    const user = directory.directory.findUser("svc") ?? expect.fail("no such user");
    const reasonsOf = (calls: number, uses: readonly Use[]) => {
      const day = { ...dayOfCalls(DAY - 1, 60, uses), events: calls };
      return accountEvidence(user, totalUses([day], DAY), null).map(({ reason }) => reason);
    };
    const active = "it has no interactive sign-in although it is active";
    expect(reasonsOf(19, [])).not.toContain(active);
    expect(reasonsOf(20, [])).toContain(active);
    const browser = "a browser is used with it";
    expect(
      reasonsOf(20, [
        ["device", "Chrome 140", 3],
        ["device", "curl", 7],
      ]),
    ).toContain(browser);
    expect(
      reasonsOf(20, [
        ["device", "Chrome 140", 2],
        ["device", "curl", 8],
      ]),
    ).not.toContain(browser);
    expect(
      reasonsOf(20, [
        ["operation", "read:mailitemsaccessed", 1],
        ["operation", "read:list", 9],
      ]),
    ).toContain("its mailbox or calendar is used");
  });

  it("drift of the last 30 days is open and adds to the risk", () => {
    const event = {
      driftId: "9b2f6c1e-8d7a-5c4b-9a3f-1e2d3c4b5a69",
      computator: "caller_set",
      timePeriod: "7d",
      detectedAt: new Date(isoOfDay(DAY - 3)),
      severity: "high",
      headline: "A new workload uses it.",
    } as const;
    const { detail } = analyzeNhi({ ...mailer, drift: [event] });
    expect(detail.drift).toMatchObject({ open: [{ drift_id: event.driftId }], recent: [], stable_days: 3 });
    expect(detail.risk?.factors.map(({ id }) => id)).toContain("open_drift");
  });
});
