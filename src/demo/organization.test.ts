import type { TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import { findConnectorType } from "../connectors/catalogue.ts";
import { CaseEvent, CaseItem } from "../contract/cases.ts";
import { checkerOf } from "../contract/check.ts";
import { DriftItem } from "../contract/drift.ts";
import { NhiDetail, NhiItem } from "../contract/nhi.ts";
import { PersonaDetail, PersonaOverview } from "../contract/personas.ts";
import { ThreatItem } from "../contract/threats.ts";
import { UserItem } from "../contract/users.ts";
import { integrationStatus } from "../model/connector.ts";
import {
  CASE_STATES,
  DRIFT_PERIODS,
  keysOf,
  NHI_CLASSES,
  PERSONA_SECTIONS,
  SEVERITIES,
  SIGNALS,
  SOURCE_TABLES,
  THREAT_TYPES,
} from "../model/vocabulary.ts";
import { type DemoFile, generateOrganization } from "./organization.ts";

type Fields = Readonly<Record<string, unknown>>;

const until = new Date("2026-11-15T00:00:00.000Z");
const { files } = generateOrganization({ seed: 1, until });
const from = new Date("2026-10-16T00:00:00.000Z");

const textOf = (record: Fields, key: string): string => String(record[key]);
const timeOf = (record: Fields, key: string): number => Date.parse(textOf(record, key));
const listIn = (record: Fields, key: string): readonly string[] => record[key] as readonly string[];
const objectIn = (record: Fields, key: string): Fields => record[key] as Fields;
const indexBy = (file: DemoFile, key: string) => new Map(files[file].map((record) => [textOf(record, key), record]));

const threats = indexBy("threats", "event_id");
const users = indexBy("users", "tuid");
const eventsOf = (one: Fields): readonly Fields[] => listIn(one, "event_ids").map((id) => threats.get(id) ?? {});

function problemsIn(records: readonly Fields[], schema: TSchema): readonly unknown[] {
  const check = checkerOf(schema);
  const keys = Object.keys((schema as unknown as { properties: object }).properties);
  return records.flatMap((record) => {
    const wire = Object.fromEntries(keys.filter((key) => key in record).map((key) => [key, record[key]]));
    return check(wire) ?? [];
  });
}

describe("the same options", () => {
  test("give the same bytes", () => {
    expect(JSON.stringify(generateOrganization({ seed: 1, until }).files)).toBe(JSON.stringify(files));
  });

  test("with another seed give another organization", () => {
    const other = generateOrganization({ seed: 2, until }).files;
    for (const file of keysOf(files).filter((name) => name !== "integrations")) {
      expect(JSON.stringify(other[file]), file).not.toBe(JSON.stringify(files[file]));
    }
  });

  test("whatever the seed, an organization comes out", () => {
    for (let seed = 3; seed < 6; seed++) expect(generateOrganization({ seed, until }).files.cases).toHaveLength(12);
  });
});

describe("the contract", () => {
  const withDomain = files.users.map((user) => ({ ...user, domain_id: "018f2f6e-0000-7000-8000-000000000001" }));
  const withEvents = files.cases.map((one) => ({ ...one, events: eventsOf(one).map(toCaseEvent) }));

  test.each([
    ["users", withDomain, UserItem],
    ["threats", files.threats, ThreatItem],
    ["case events", files.threats, CaseEvent],
    ["cases", withEvents, CaseItem],
    ["personas", files.personas, PersonaOverview],
    ["persona details", files["persona-details"], PersonaDetail],
    ["non-human identities", files.nhi, NhiItem],
    ["their details", files["nhi-details"], NhiDetail],
    ["drift", files.drift, DriftItem],
  ] as const)("accepts all %s", (_, records, schema) => {
    expect(problemsIn(records, schema)).toEqual([]);
  });

  test("knows every word a threat uses, and every text is complete", () => {
    for (const threat of files.threats) {
      expect(SEVERITIES).toContain(threat["severity"]);
      expect(SIGNALS).toContain(threat["signal_type"]);
      const source = textOf(threat, "source") as keyof typeof SOURCE_TABLES;
      expect(threat["source_table"]).toBe(SOURCE_TABLES[source]);
      expect(textOf(threat, "summary")).not.toMatch(/[{}]|undefined/);
    }
  });

  test("has no record without an id of its own", () => {
    const idKeys = { users: "tuid", threats: "event_id", cases: "case_id", nhi: "nuid", drift: "drift_id" } as const;
    for (const file of keysOf(idKeys)) expect(indexBy(file, idKeys[file]).size, file).toBe(files[file].length);
    expect(indexBy("users", "user_principal_name").size).toBe(files.users.length);
    expect(indexBy("nhi", "display_name").size).toBe(files.nhi.length);
  });

  function toCaseEvent(threat: Fields): Fields {
    return Object.fromEntries(Object.keys(CaseEvent.properties).map((key) => [key, threat[key]]));
  }
});

describe("the organization", () => {
  test("is of a believable size", () => {
    expect(files.users).toHaveLength(300);
    expect(files.nhi.length).toBeGreaterThan(130);
    expect(files.threats.length).toBeGreaterThan(1400);
    expect(files.drift.length).toBeGreaterThanOrEqual(35);
    const share = files.personas.length / files.users.length;
    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(0.95);
  });

  test("has threats inside the 30 days only, and few at weekends", () => {
    const days = files.threats.map((threat) => new Date(textOf(threat, "created_at")));
    expect(days.every((day) => day >= from && day < until)).toBe(true);
    expect(days.filter((day) => day.getUTCDay() % 6 === 0).length / days.length).toBeLessThan(0.15);
  });

  test("never dates anything after its end", () => {
    const text = JSON.stringify({ ...files, "nhi-details": [] });
    const dates = text.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
    expect(dates.filter((date) => Date.parse(date) > until.getTime())).toEqual([]);
  });

  test("has every status of an integration, all of types the catalogue holds", () => {
    const statuses = files.integrations.map((record) => {
      expect(findConnectorType(textOf(record, "connector_type"))).toBeDefined();
      return integrationStatus({
        connectorType: textOf(record, "connector_type"),
        enabled: record["enabled"] === true,
        createdAt: new Date(textOf(record, "created_at")),
        updatedAt: new Date(textOf(record, "updated_at")),
        lastSuccessAt: record["last_success_at"] === null ? null : new Date(textOf(record, "last_success_at")),
        consecutiveFailures: Number(record["consecutive_failures"]),
      });
    });
    expect(new Set(statuses)).toEqual(new Set(["active", "degraded", "disabled", "pending"]));
  });
});

describe("a case", () => {
  test("occurs in every state and for every threat type", () => {
    expect(new Set(files.cases.map((one) => one["state"]))).toEqual(new Set(CASE_STATES));
    expect(new Set(files.cases.map((one) => one["threat_type"]))).toEqual(new Set(THREAT_TYPES));
  });

  test.each(files.cases.map((one) => [textOf(one, "threat_type"), textOf(one, "state"), one] as const))(
    "of %s in state %s tells one user's story in time order, and has ended only when closed",
    (_, state, one) => {
      const events = eventsOf(one);
      const times = events.map((event) => timeOf(event, "created_at"));
      expect(events.length).toBeGreaterThanOrEqual(3);
      expect(events.length).toBeLessThanOrEqual(8);
      expect(events.every((event) => event["user_email"] === one["user_email"])).toBe(true);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(timeOf(one, "created_at")).toBeGreaterThan(Math.min(...times));
      expect(timeOf(one, "updated_at")).toBeGreaterThanOrEqual(Math.max(timeOf(one, "created_at"), ...times));
      expect(one["closed_at"] !== null).toBe(state === "closed");
      expect(textOf(one, "threat_brief").length).toBeLessThanOrEqual(600);
    },
  );

  test("leaves most threats alone, and shares none with another case", () => {
    const attached = files.cases.flatMap((one) => listIn(one, "event_ids"));
    expect(new Set(attached).size).toBe(attached.length);
    expect(attached.length).toBeLessThan(files.threats.length / 10);
  });

  test("closed as safe clears its events; nothing is both flagged and safe", () => {
    expect(files.threats.filter((threat) => threat["flagged"] === threat["safe"])).toEqual([]);
    const cleared = files.cases.filter((one) => eventsOf(one).some((event) => event["safe"] === true));
    expect(cleared.length).toBeGreaterThan(0);
    for (const one of cleared) {
      expect(one["state"]).toBe("closed");
      expect(eventsOf(one).every((event) => event["safe"] === true)).toBe(true);
    }
  });
});

describe("a threat", () => {
  test("names a user of the organization, or nobody", () => {
    for (const threat of files.threats) {
      const user = users.get(textOf(threat, "tuid"));
      expect(threat["user_email"]).toBe(user?.["user_principal_name"] ?? null);
      expect(threat["tuid"] === null || user !== undefined).toBe(true);
    }
  });
});

describe("a persona", () => {
  test("has an overview exactly when it has a detail, and is short enough to read", () => {
    expect(files.personas.map((one) => one["tuid"])).toEqual(files["persona-details"].map((one) => one["tuid"]));
    expect(Math.max(...files.personas.map((one) => textOf(one, "persona_overview").length))).toBeLessThanOrEqual(1200);
    expect(files.personas.filter((one) => /undefined|null/.test(textOf(one, "persona_overview")))).toEqual([]);
  });

  test("lacks a section exactly when its coverage is insufficient or none", () => {
    const verdicts = new Set<unknown>();
    for (const detail of files["persona-details"]) {
      for (const section of PERSONA_SECTIONS) {
        const verdict = objectIn(detail, "coverage")[section];
        verdicts.add(verdict);
        expect(detail[section] === null).toBe(verdict === "insufficient" || verdict === "none");
      }
    }
    expect(verdicts).toEqual(new Set(["sufficient", "partial", "insufficient", "none"]));
  });

  test("tells nothing of addresses, places or the names of identities", () => {
    const text = JSON.stringify([files.personas, files["persona-details"]]);
    const forbidden = files.nhi.map((nhi) => textOf(nhi, "display_name")).filter((name) => name.includes("-"));
    expect(forbidden.filter((name) => text.includes(name))).toEqual([]);
    expect(text).not.toMatch(/\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/);
  });
});

describe("a non-human identity", () => {
  test("occurs in every class, active and dormant, with and without persona", () => {
    expect(new Set(files.nhi.map((nhi) => nhi["nhi_class"]))).toEqual(new Set(keysOf(NHI_CLASSES)));
    expect(new Set(files.nhi.map((nhi) => nhi["status"]))).toEqual(new Set(["active", "dormant"]));
    const analysed = files.nhi.filter((nhi) => nhi["has_persona"] === true).map((nhi) => nhi["nuid"]);
    expect(files["nhi-details"].map((detail) => detail["nuid"])).toEqual(analysed);
    expect(analysed.length).toBeLessThan(files.nhi.length);
  });

  test("agrees with itself in its detail", () => {
    for (const detail of files["nhi-details"]) {
      const rhythm = objectIn(detail, "call_rhythm");
      const shares = rhythm["hour_of_week"] as readonly number[];
      const total = shares.reduce((sum, share) => sum + share, 0);
      expect(shares).toHaveLength(168);
      expect(total).toBeCloseTo(rhythm["class"] === "silent" ? 0 : 1, 2);
      const verdicts = objectIn(objectIn(detail, "coverage"), "sections");
      for (const [section, verdict] of Object.entries(verdicts)) {
        expect(detail[section] === null, section).toBe(verdict === "insufficient");
      }
      const risk = objectIn(detail, "risk");
      const points = (risk["factors"] as readonly Fields[]).reduce((sum, factor) => sum + Number(factor["points"]), 0);
      expect(risk["score"]).toBe(Math.min(100, points));
    }
  });
});

describe("drift", () => {
  const rows = new Map(files.threats.flatMap((one) => listIn(one, "source_event_ids").map((id) => [id, one])));

  test("occurs over every period, which begins that long before it is detected", () => {
    expect(new Set(files.drift.map((drift) => drift["time_period"]))).toEqual(new Set(DRIFT_PERIODS));
    for (const drift of files.drift) {
      const days = Number.parseInt(textOf(drift, "time_period"), 10);
      expect(timeOf(drift, "detected_at") - timeOf(drift, "period_start_at")).toBe(days * 86_400_000);
    }
  });

  test("points at rows of threats of the same table inside its period", () => {
    for (const drift of files.drift) {
      const items = objectIn(drift, "delta")["items"] as readonly Fields[];
      for (const evidence of items.flatMap((item) => item["evidence"] as readonly Fields[])) {
        for (const id of listIn(evidence, "source_event_ids")) {
          const threat = rows.get(id) ?? {};
          expect(threat["source_table"]).toBe(evidence["source_table"]);
          expect(timeOf(threat, "created_at")).toBeGreaterThanOrEqual(timeOf(drift, "period_start_at"));
          expect(timeOf(threat, "created_at")).toBeLessThan(timeOf(drift, "detected_at"));
          expect([null, threat["tuid"]]).toContain(drift["tuid"]);
        }
      }
    }
  });

  test("of an identity is shown open in its detail", () => {
    const open = files["nhi-details"].flatMap((detail) => objectIn(detail, "drift")["open"] as readonly Fields[]);
    const ofIdentities = files.drift.filter((drift) => drift["tuid"] === null).map((drift) => drift["drift_id"]);
    expect(ofIdentities.length).toBeGreaterThan(0);
    expect(new Set(open.map((item) => item["drift_id"]))).toEqual(new Set(ofIdentities));
  });
});
