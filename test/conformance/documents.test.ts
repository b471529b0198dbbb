import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { givenDrift } from "../support/given.ts";
import { importRecords } from "../support/import-records.ts";
import {
  driftRecord,
  idOf,
  nhiDetailRecord,
  nhiRecord,
  personaDetailRecord,
  userRecord,
  type WireRecord,
} from "../support/records.ts";
import { startTestService, type TestReply, type TestService } from "../support/service.ts";
import { keysOf } from "../support/specified.ts";

type Json = Readonly<Record<string, unknown>>;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Returns the document with the properties of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, inside]) => [name, reversed(inside)] as const);
  return Object.fromEntries(members.reverse());
}

const sections: Json = {
  overview: { summary: "Pays people.", key_points: ["Two applications."] },
  identity: {
    name: "Maya Ito",
    email: "maya.ito@northwind.example",
    title: null,
    department: "Finance",
    manager: null,
    admin_account: "none",
    account_created: "2021-04-06T09:00:00.000Z",
    account_age: "5 years",
  },
  role: { observed_role: "Finance", title_match: "match", confidence: 0.82 },
  workstreams: {
    summary: null,
    items: [{ name: "Payroll", description: null, systems: ["Ledger"], collaborators: [] }],
  },
  access: {
    summary: "Little.",
    directory_role_count: 0,
    privileged_entitlement_count: 1,
    privileged_classes: ["finance"],
    application_count: 2,
    dormant_entitlement_count: null,
    applications: ["Ledger"],
    privileges: [{ name: "Approve", privilege_class: "finance", source: "group" }],
    entitlements: [
      {
        name: "Approve",
        privileged: true,
        access_domain: "finance",
        first_seen: "2024-01-01",
        last_used: null,
        peer_prevalence: 0.25,
      },
    ],
  },
  posture: {
    device_classes: ["laptop"],
    os_types: [],
    signin_active_days: 20,
    signin_total_logons: 41,
    nhi: {
      service_account_count: 0,
      service_principal_count: 0,
      oauth_grant_count: 3,
      agent_count: null,
      owns_secrets: false,
      can_create_agents: false,
    },
  },
  risk_lens: {
    blast_radius: "low",
    reaches_control_plane: false,
    dormant_count: 0,
    credential_exposure: null,
    anomaly_count: 0,
  },
};
const everywhere = Object.fromEntries(Object.keys(sections).map((section) => [section, "sufficient"]));

async function askForPersona(given: WireRecord): Promise<TestReply> {
  const domain = await service.givenDomain();
  const record = reversed(personaDetailRecord(1, given)) as WireRecord;
  await importRecords(domain, { users: [userRecord(1)], "persona-details": [record] });
  return domain.ask(`/personas/${idOf(1)}/detail`);
}

describe("the persona detail", () => {
  it("every section has exactly the specified keys in order, whatever the order of the import", async () => {
    const reply = await askForPersona({ ...sections, coverage: everywhere });
    expect(reply.text).toBe(
      JSON.stringify({
        tuid: idOf(1),
        generated_at: "2026-11-02T09:12:44.000Z",
        contract_version: 1,
        ...sections,
        coverage: everywhere,
      }),
    );
    for (const section of ["overview", "identity", "role", "workstreams", "access", "posture", "risk_lens"]) {
      expect(Object.keys(reply.body[section] as unknown as Json)).toEqual(keysOf("PersonaDetail", section));
    }
    expect(Object.keys((reply.body["posture"] as unknown as Json)["nhi"] as Json)).toEqual(
      keysOf("PersonaDetail", "posture.nhi"),
    );
  });

  it("a section is null if and only if its coverage is insufficient or none", async () => {
    const { body } = await askForPersona({
      ...sections,
      role: null,
      posture: null,
      coverage: { ...everywhere, overview: "partial", role: "insufficient", posture: "none" },
    });
    const coverage = body["coverage"] as unknown as Json;
    for (const [section, verdict] of Object.entries(coverage)) {
      const isMissing = verdict === "insufficient" || verdict === "none";
      expect([section, body[section] === null]).toEqual([section, isMissing]);
    }
  });

  it("the communication graph and free-text risk narratives cannot be imported", async () => {
    for (const name of ["communication_graph", "signin_patterns", "risk_narrative"]) {
      await expect(askForPersona({ [name]: {} }), name).rejects.toThrow("refused");
    }
  });
});

const freeForm = {
  zeta: ["kept", { in: 1, its: 2, order: 3 }],
  alpha: "2024-02-11T01:00:00+01:00",
  empty: { list: [], object: {}, text: "", nothing: null },
  'a key with spaces, "quotes" and ünïcode': -0.5e-7,
  deep: { deeper: { deepest: [[["bottom"]]] } },
  nuid: "NOT-ONE-OF-OURS",
};
const FREE_FORM = "purpose custody iam interactions data_movement identity_metadata risk asset_tier operations".split(
  " ",
);
const FREE_FORM_TOO = ["call_rhythm", "credential_posture", "drift", "coverage"];
const FREE_FORM_LISTS = ["stewards", "resource_edges", "actor_edges", "call_samples"];

const analyzed: Json = {
  overview: { summary: "Exports payroll.", narrative: null, key_points: null },
  role: {
    observed_role: "Export",
    summary: null,
    purpose: "Payroll",
    match: "typical",
    evidence: "observed",
    confidence: 0.9,
  },
  stewardship: { steward_upn: "jon.abara@northwind.example", creator_upn: null, custody_kind: "human" },
  access: {
    summary: null,
    permission_count: 3,
    privileged_count: 0,
    systems: ["Ledger"],
    over_permission: null,
    applications: null,
    data_stores: [],
    directory_roles: [{ any: "thing" }, 1, null],
    legitimacy: freeForm,
    entitlements: [freeForm],
    reactivated_scopes: ["Mail.Read", 7, { scope: "x" }],
    permissions: [freeForm, {}],
  },
  cluster: { cluster_id: "c1", name: "Exports", tier: "standard", archetype: null, rank: freeForm },
  risk_lens: { blast_radius: "low", reaches_control_plane: null },
  ...Object.fromEntries([...FREE_FORM, ...FREE_FORM_TOO].map((name) => [name, freeForm])),
  ...Object.fromEntries(FREE_FORM_LISTS.map((name) => [name, [freeForm, {}, freeForm]])),
};

async function askForNhi(given: WireRecord): Promise<TestReply> {
  const domain = await service.givenDomain();
  await importRecords(domain, { nhi: [nhiRecord(1)], "nhi-details": [nhiDetailRecord(1, given)] });
  return domain.ask(`/nhi/personas/${idOf(1)}/detail`);
}

describe("the NHI persona detail", () => {
  it("every section has exactly the specified keys in their order", async () => {
    const { body } = await askForNhi(analyzed);
    expect(Object.keys(body)).toEqual(keysOf("NhiDetail"));
    for (const section of ["overview", "identity", "role", "stewardship", "access", "cluster", "risk_lens"]) {
      expect(Object.keys(body[section] as unknown as Json)).toEqual(keysOf("NhiDetail", section));
    }
  });

  it("the delta and fields of a pending analysis are not included", async () => {
    for (const name of ["delta", "pending_analysis"]) {
      await expect(askForNhi({ [name]: {} }), name).rejects.toThrow("refused");
    }
  });

  it("free-form objects are returned unchanged, including the order of their keys", async () => {
    const { text, body } = await askForNhi(analyzed);
    const asGiven = JSON.stringify(freeForm);
    expect(text.split(asGiven)).toHaveLength(
      FREE_FORM.length + FREE_FORM_TOO.length + 2 * FREE_FORM_LISTS.length + 4 + 1,
    );
    for (const name of FREE_FORM_LISTS) expect(body[name]).toEqual([freeForm, {}, freeForm]);
    expect((body["access"] as unknown as Json)["directory_roles"]).toEqual([{ any: "thing" }, 1, null]);
    expect((body["access"] as unknown as Json)["reactivated_scopes"]).toEqual(["Mail.Read", 7, { scope: "x" }]);
  });

  it("every nullable section can be null", async () => {
    const { body } = await askForNhi({});
    const filled = Object.keys(body).filter((key) => body[key] !== null);
    expect(filled).toEqual(["nuid", "generated_at", "contract_version", "identity", "purpose"]);
  });

  it("directory_roles is untyped: null, a number, an array and an object are returned unchanged", async () => {
    for (const directory_roles of [null, 3, ["Reader"], { count: 2 }, "none", false]) {
      const access = { ...(analyzed["access"] as Json), directory_roles };
      const { body } = await askForNhi({ access });
      expect((body["access"] as unknown as Json)["directory_roles"]).toEqual(directory_roles);
    }
  });
});

describe("drift", () => {
  const deltas: readonly unknown[] = [
    { schema: 1, summary: "x", items: [{ key: "b", a: null }] },
    { z: 1, a: { nested: [1, "two", null, { deep: true }] } },
    [1, [2, [3]]],
    "a text",
    "",
    42.5,
    0,
    true,
    false,
    null,
  ];

  it("an imported delta can be any JSON and is returned unchanged", async () => {
    const domain = await service.givenDomain();
    await importRecords(domain, { drift: deltas.map((delta, index) => driftRecord(index, { delta })) });
    for (const [index, delta] of deltas.entries()) {
      const { text } = await domain.ask(`/drift/${idOf(index)}`);
      expect(text).toContain(`"delta":${JSON.stringify(delta)},"period_start_at":`);
    }
  });

  it("a delta that is missing is null, never omitted", async () => {
    const domain = await service.givenDomain();
    const { driftId } = await givenDrift(domain.db, { delta: undefined });
    expect(Object.keys((await domain.ask(`/drift/${driftId}`)).body)).toEqual(keysOf("DriftEvent"));
  });

  it("every time_period is returned", async () => {
    const domain = await service.givenDomain();
    for (const timePeriod of ["7d", "30d", "90d", "180d"] as const) {
      const { driftId } = await givenDrift(domain.db, { timePeriod });
      expect((await domain.ask(`/drift/${driftId}`)).body["time_period"]).toBe(timePeriod);
    }
  });
});
