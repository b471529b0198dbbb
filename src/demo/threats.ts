import { type Severity, SOURCE_TABLES } from "../model/vocabulary.ts";
import { demoId } from "./demo-id.ts";
import { DETECTION_IDS, type DetectionId, detectionOf } from "./detections.ts";
import { listOf } from "./list-of.ts";
import { DAY_MS, HOUR_MS, isWeekend, shift } from "./moment.ts";
import type { Nhi } from "./nhi.ts";
import type { Person } from "./people.ts";
import { type Random, seededRandom } from "./random.ts";
import { DEMO_DAYS, type Setting } from "./setting.ts";
import type { WireRecord } from "./wire-record.ts";

const ORDINARY_THREATS = 1450;
/** What only those do who administer something. */
const ADMINISTRATIVE: readonly DetectionId[] = ["app_credential_added", "privilege_then_use", "control_weakening"];
const ADMINISTRATORS = ["IT Operations", "Security", "Engineering"];

/** What the words in braces of a detection stand for. */
export type Circumstances = Readonly<Record<string, string>>;

/** A finding before it is written in wire form. */
export interface Threat {
  readonly eventId: string;
  readonly detection: DetectionId;
  readonly person: Person | null;
  readonly severity: Severity;
  readonly circumstances: Circumstances;
  readonly rowIds: readonly string[];
  readonly at: Date;
  readonly safe: boolean;
}

const COUNTRIES = listOf(
  "Brazil, Canada, Morocco, Vietnam, Portugal, Türkiye, Kenya, Mexico, Romania, Japan, Chile, India",
);
const APPLICATION_STEMS = listOf("Sheet, Clip, Note, Chart, Form, Ledger, Mail, Map, Scan, Trip, Pixel, Quote");
const APPLICATION_ENDINGS = listOf("sync, wise, bench, tide, smith, port, flow, well, board, kit");
const DEVICES = listOf("a Windows laptop, a macOS laptop, an Android phone, an iPad, a Linux workstation");
const SENDERS = listOf(
  "northw1nd.example, parcel-notice.example, docs-share.example, invoice-desk.example, paste.example",
);
const SITES = listOf(
  "Supplier Contracts, Price Lists, Product Drawings, Customer Tenders, Warehouse Plans, Staff Records",
);
const HOSTS = listOf("srv-file-02, srv-app-11, srv-print-01, srv-jump-03, srv-build-07");
const CONTROLS = listOf("a conditional access policy, mailbox auditing, a DLP rule, a diagnostic setting");
const ROLES = listOf("Exchange Administrator, Global Reader, Application Administrator, Helpdesk Administrator");

/** The setting in which one finding, or all findings of one story, take place. */
export function drawCircumstances(random: Random, person: Person | null, nhis: readonly Nhi[]): Circumstances {
  return {
    name: person?.name ?? "",
    city: person?.office.city ?? "",
    country: random.pick(COUNTRIES.filter((country) => country !== person?.office.country)),
    app: random.pick(APPLICATION_STEMS) + random.pick(APPLICATION_ENDINGS),
    device: random.pick(DEVICES),
    domain: random.pick(SENDERS),
    site: random.pick(SITES),
    host: random.pick(HOSTS),
    control: random.pick(CONTROLS),
    role: random.pick(ROLES),
    nhi: random.pick(nhis.filter((nhi) => nhi.kind.behaviour.auth === "client_secret" && nhi.hasPersona)).displayName,
    ip: `${random.pick(["203.0.113", "198.51.100", "192.0.2"])}.${random.int(1, 254)}`,
  };
}

/** What makes one finding differ from another. */
export interface Finding extends Pick<Threat, "detection" | "person" | "circumstances" | "at"> {
  readonly key: string;
  readonly severity?: Severity | undefined;
  readonly safe?: boolean;
}

export function makeThreat({ seed }: Setting, random: Random, { key, ...finding }: Finding): Threat {
  const { seen } = detectionOf(finding.detection);
  const rows = Array.from({ length: random.int(1, 4) }, (_, row) => demoId(seed, "row", `${key}/${row}`));
  const count = String(random.int(...(seen.count ?? [1, 1])));
  return {
    ...finding,
    eventId: demoId(seed, "threat", key),
    severity: finding.severity ?? seen.severity,
    circumstances: { ...finding.circumstances, count },
    rowIds: rows,
    safe: finding.safe ?? false,
  };
}

/** The noise of ordinary days, about anybody but those whom a case is about. */
export function makeOrdinaryThreats(
  setting: Setting,
  people: readonly Person[],
  nhis: readonly Nhi[],
): readonly Threat[] {
  const random = seededRandom(setting.seed, "threats");
  const crowd = people.filter((person) => person.isActive);
  const administrators = crowd.filter((person) => ADMINISTRATORS.includes(person.department.name));
  const habits = new Map(crowd.map((person) => [person, 0.2 + 3 * random.next() ** 3]));
  return Array.from({ length: ORDINARY_THREATS }, (_, index) => {
    const detection = random.weighted(DETECTION_IDS, (id) => detectionOf(id).seen.weight);
    const able = ADMINISTRATIVE.includes(detection) ? administrators : crowd;
    const person = detection === "ssh_guessing" ? null : random.weighted(able, (one) => habits.get(one) ?? 0);
    const circumstances = drawCircumstances(random, person, nhis);
    const at = drawMoment(setting, random, { person, atNight: detection === "off_hours" });
    return makeThreat(setting, random, { key: `ordinary/${index}`, detection, person, circumstances, at });
  });
}

interface Occasion {
  readonly person: Person | null;
  readonly atNight: boolean;
}

function drawMoment({ until }: Setting, random: Random, { person, atNight }: Occasion): Date {
  const days = Array.from({ length: DEMO_DAYS }, (_, index) => shift(until, (index - DEMO_DAYS) * DAY_MS));
  const day = random.weighted(days, (start) => (isWeekend(start) ? 0.12 : 1));
  const localHour = atNight ? 22 + 6 * random.next() : 7 + 6 * (random.next() + random.next());
  const at = shift(day, Math.floor((localHour - (person?.office.utcOffset ?? 0)) * HOUR_MS));
  if (at >= until) return shift(at, -DAY_MS);
  return at < shift(until, -DEMO_DAYS * DAY_MS) ? shift(at, DAY_MS) : at;
}

/** The wire form of a threat, with the fields of both the threat list and a case's events. */
export function toThreatRecord({ seed }: Setting, threat: Threat): WireRecord {
  const { title, summary, attack, seen } = detectionOf(threat.detection);
  const hasNativeId = seen.source !== "cef" && seen.source !== "syslog";
  return {
    event_id: threat.eventId,
    kind: "threat",
    tuid: threat.person?.tuid ?? null,
    severity: threat.severity,
    category: attack.tactics,
    subcategory: [threat.detection, ...attack.techniques],
    signal_type: seen.signal,
    source: seen.source,
    source_table: SOURCE_TABLES[seen.source],
    source_event_ids: threat.rowIds,
    title,
    summary: fill(summary, threat.circumstances),
    user_name: threat.person?.name ?? null,
    user_email: threat.person?.email ?? null,
    platform_event_id: hasNativeId ? demoId(seed, "native", threat.eventId) : threat.rowIds[0],
    flagged: !threat.safe,
    safe: threat.safe,
    created_at: threat.at.toISOString(),
  };
}

/** The text with each word in braces replaced by what it stands for. */
export function fill(text: string, words: Circumstances): string {
  const filled = text.replace(/\{(\w+)\}/g, (word, name: string) => words[name] ?? word);
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}
