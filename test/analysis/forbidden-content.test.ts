import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fields } from "../../src/model/fields.ts";
import {
  analyzeSmall,
  type DeliveredDirectory,
  deliverDirectory,
  deliverRows,
  smallOrganization,
} from "../support/analyzed-organization.ts";
import { givenCase } from "../support/given.ts";
import { MARKS, markedRows } from "../support/marked-rows.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

const TITLE = "Mark of a Title";
const organization = smallOrganization();

/** The programs that a person owns: their names and credentials are details of NHIs. */
const owned = new Set(
  organization.directory.owners
    .filter(({ owners }) => (owners as readonly Fields[]).length > 0)
    .map(({ id }) => String(id)),
);
const nameOf = (id: unknown): string => `mark-nhi-${String(id).slice(0, 13)}`;
const credentialOf = (id: unknown): string => `mark-credential-${String(id).slice(0, 13)}`;

const markCredentials = (owner: Fields, list: unknown): readonly Fields[] =>
  (list as readonly Fields[]).map((credential) => ({ ...credential, displayName: credentialOf(owner["id"]) }));

/** The directory with marked names of owned programs and their credentials, and a title that a persona does show. */
const directory: DeliveredDirectory = {
  ...organization.directory,
  users: organization.directory.users.map((user) => ({ ...user, jobTitle: TITLE })),
  "service-principals": organization.directory["service-principals"].map((service) =>
    owned.has(String(service["id"])) ? { ...service, displayName: nameOf(service["id"]) } : service,
  ),
  credentials: organization.directory.credentials.map((object) =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        name,
        Array.isArray(value) ? markCredentials(object, value) : value,
      ]),
    ),
  ),
};

const rows = markedRows(organization.rows);

let service: TestService;
let domain: TestDomain;
/** The responses of the ten endpoints by operation. */
let responses: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = await startTestService();
  domain = await service.givenDomain();
  await deliverDirectory(domain.db, directory);
  await deliverRows(domain.db, rows);
  await analyzeSmall(service.database, { domainId: domain.domainId });
  responses = await readEverything();
});
afterAll(() => service.stop());

/** Reads all pages of a list. */
async function list(path: string, id: string): Promise<{ readonly text: string; readonly ids: readonly string[] }> {
  const [texts, ids]: [string[], string[]] = [[], []];
  for (let cursor: unknown = ""; cursor !== null; ) {
    const { status, text, body } = await domain.ask(`${path}?page_size=200${cursor ? `&next_cursor=${cursor}` : ""}`);
    expect([path, status]).toEqual([path, 200]);
    const items = (body["items"] ?? body["data"]) as unknown as readonly Readonly<Record<string, string>>[];
    texts.push(text);
    ids.push(...items.map((item) => item[id] ?? ""));
    cursor = body["next_cursor"];
  }
  return { text: texts.join("\n"), ids };
}

async function readEach(ids: readonly string[], pathOf: (id: string) => string): Promise<string> {
  const texts: string[] = [];
  for (const id of ids) {
    const { status, text } = await domain.ask(pathOf(id));
    expect([pathOf(id), status]).toEqual([pathOf(id), 200]);
    texts.push(text);
  }
  return texts.join("\n");
}

async function readEverything(): Promise<Readonly<Record<string, string>>> {
  const { caseId } = await givenCase(domain.db);
  const [users, nhis, drift] = [
    await list("/users", "tuid"),
    await list("/nhi/personas", "nuid"),
    await list("/drift", "drift_id"),
  ];
  const verdict = { method: "POST", payload: { outcome: "SAFE" } } as const;
  return {
    listCases: (await list("/cases", "case_id")).text,
    submitVerdict: (await domain.ask(`/cases/${caseId}/verdict`, verdict)).text,
    listThreats: (await list("/threats", "event_id")).text,
    listUsers: users.text,
    getPersona: await readEach(users.ids, (tuid) => `/personas/${tuid}`),
    getPersonaDetail: await readEach(users.ids, (tuid) => `/personas/${tuid}/detail`),
    listNhi: nhis.text,
    getNhiDetail: await readEach(nhis.ids, (nuid) => `/nhi/personas/${nuid}/detail`),
    getIntegration: (await domain.ask("/integrations/log_analytics")).text,
    getDrift: await readEach(drift.ids, (driftId) => `/drift/${driftId}`),
  };
}

/** Returns which values which responses contain, in any case. */
const leaks = (values: readonly string[], operations: readonly string[] = Object.keys(responses)): readonly string[] =>
  operations.flatMap((operation) => {
    const text = String(responses[operation]).toLowerCase();
    return values.filter((value) => text.includes(value.toLowerCase())).map((value) => `${operation}: ${value}`);
  });

const PERSONAS = ["getPersona", "getPersonaDetail"];
const names = [...owned].map(nameOf);
const credentials = organization.directory.credentials.map(({ id }) => credentialOf(id));

describe("the delivered data", () => {
  it("contains every mark", () => {
    const delivered = JSON.stringify([rows, directory]);
    expect(names.length).toBeGreaterThan(5);
    const marks = [...Object.values(MARKS), ...names, ...credentials];
    expect(marks.filter((mark) => !delivered.includes(mark))).toEqual([]);
  });

  it("is what responses contain: values that may be shown are found in them", () => {
    expect(leaks([TITLE])).toEqual(PERSONAS.map((operation) => `${operation}: ${TITLE}`));
    expect(leaks(names, ["listNhi"]).length).toBeGreaterThan(5);
    expect(responses["getDrift"]).toContain("drift_id");
  });
});

describe("what must never leave", () => {
  it("no response contains with whom people exchange mail, or about what", () => {
    expect(leaks([MARKS.partner, MARKS.partnerName, MARKS.subject])).toEqual([]);
  });

  it("no response contains how people sign in", () => {
    expect(leaks([MARKS.method, MARKS.requirement, MARKS.client, MARKS.protocol])).toEqual([]);
  });

  it("no response contains the networks and places that people sign in from", () => {
    expect(leaks([MARKS.address, MARKS.system, MARKS.network, MARKS.city])).toEqual([]);
  });

  it("no response contains what other products write about the risk of a person", () => {
    const { riskType, riskDetail, riskReason, anomaly, anomalyReason, insight } = MARKS;
    expect(leaks([riskType, riskDetail, riskReason, anomaly, anomalyReason, insight])).toEqual([]);
  });

  it("no persona names the programs that the person owns, or their credentials", () => {
    const ids = organization.directory["service-principals"]
      .filter(({ id }) => owned.has(String(id)))
      .flatMap(({ id, appId }) => [String(id), String(appId)]);
    expect(leaks([...names, ...credentials, ...ids], PERSONAS)).toEqual([]);
  });

  it("no persona names a country", () => {
    const countries = new Set(organization.rows.flatMap(({ columns }) => columns["Location"] ?? []));
    const codes = [...countries].filter((code): code is string => typeof code === "string" && code.length === 2);
    expect(codes.length).toBeGreaterThan(1);
    const texts = PERSONAS.map((operation) => responses[operation]).join("\n");
    expect(codes.filter((code) => texts.includes(`"${code}"`))).toEqual([]);
  });
});
