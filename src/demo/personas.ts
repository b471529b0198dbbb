import { PERSONA_CONTRACT_VERSION } from "../model/persona.ts";
import type { CoverageVerdict } from "../model/vocabulary.ts";
import type { Drift } from "./drift.ts";
import { drawEntitlements } from "./entitlements.ts";
import { DAY_MS, latest, shift } from "./moment.ts";
import type { Nhi } from "./nhi.ts";
import type { Person } from "./people.ts";
import { overviewOf } from "./persona-overview.ts";
import { type KnownSections, type Sections, type Subject, sectionsOf } from "./persona-sections.ts";
import { seededRandom } from "./random.ts";
import type { Setting } from "./setting.ts";
import type { Threat } from "./threats.ts";
import type { WireRecord } from "./wire-record.ts";

type Verdicts = Readonly<Record<keyof Sections, CoverageVerdict>>;

const KNOWN: Verdicts = {
  identity: "sufficient",
  role: "sufficient",
  workstreams: "sufficient",
  access: "sufficient",
  posture: "sufficient",
  risk_lens: "sufficient",
};
const MOSTLY_KNOWN: Verdicts = { ...KNOWN, role: "partial", access: "partial", risk_lens: "partial" };
const NEW: Verdicts = { ...KNOWN, role: "insufficient", workstreams: "insufficient", posture: "partial" };
const GONE: Verdicts = { ...KNOWN, role: "none", workstreams: "none", posture: "none" };
const BARELY_KNOWN: Verdicts = { ...GONE, identity: "partial", access: "none", risk_lens: "none" };

const SHARE_WITH_PERSONA = 0.87;
const NEW_DAYS = 30;
const DAYS_UNTIL_PERSONA = 7;
const SECTIONS_FOR_SUFFICIENT_OVERVIEW = 4;

/** What is known of the organization when personas are made. */
export interface Observed {
  readonly people: readonly Person[];
  readonly fleet: readonly Nhi[];
  readonly threats: readonly Threat[];
  readonly drifts: readonly Drift[];
}

/** One person's persona in both wire forms. */
export interface Persona {
  readonly overview: WireRecord;
  readonly detail: WireRecord;
}

/** The personas of most people; the rest have none yet. */
export function makePersonas(setting: Setting, observed: Observed): readonly Persona[] {
  const random = seededRandom(setting.seed, "personas");
  const seasoned = shift(setting.until, -DAYS_UNTIL_PERSONA * DAY_MS);
  const known = observed.people.filter((person) => person.joinedAt < seasoned && random.chance(SHARE_WITH_PERSONA));
  return known.map((person) => makePersona(setting, subjectOf(setting, person, observed)));
}

function subjectOf(setting: Setting, person: Person, { people, fleet, threats, drifts }: Observed): Subject {
  const random = seededRandom(setting.seed, `persona/${person.tuid}`);
  const colleagues = people.filter((one) => one.department === person.department && one !== person && one.isActive);
  return {
    person,
    random,
    entitlements: drawEntitlements(setting, random, person),
    colleagues: colleagues.map((one) => one.name),
    stewarded: fleet.filter((nhi) => nhi.steward === person),
    threats: threats.filter((threat) => threat.person === person),
    drifts: drifts.filter((drift) => drift.cause.person === person && !drift.nhi),
    generatedAt: setting.until,
  };
}

function makePersona({ until }: Setting, subject: Subject): Persona {
  const { person, random, generatedAt } = subject;
  const verdicts = verdictsOf(subject);
  const sections = knownSections(subject, verdicts);
  const filled = Object.values(sections).filter((section) => section !== null).length;
  const overview = overviewOf(subject, sections);
  const createdAt = latest(shift(person.joinedAt, DAY_MS), shift(until, -200 * DAY_MS));
  const updatedAgo = Math.floor(random.next() * (generatedAt.getTime() - createdAt.getTime()));
  return {
    overview: {
      tuid: person.tuid,
      persona_overview: [overview.summary, ...overview.key_points].join(" "),
      created_at: createdAt.toISOString(),
      updated_at: shift(generatedAt, -updatedAgo).toISOString(),
    },
    detail: {
      tuid: person.tuid,
      generated_at: generatedAt.toISOString(),
      contract_version: PERSONA_CONTRACT_VERSION,
      overview,
      ...sections,
      coverage: { overview: filled >= SECTIONS_FOR_SUFFICIENT_OVERVIEW ? "sufficient" : "partial", ...verdicts },
    },
  };
}

function knownSections(subject: Subject, verdicts: Verdicts): KnownSections {
  const sections = sectionsOf(subject);
  const known = <S extends keyof Sections>(name: S): Sections[S] | null =>
    verdicts[name] === "insufficient" || verdicts[name] === "none" ? null : sections[name];
  return {
    identity: known("identity"),
    role: known("role"),
    workstreams: known("workstreams"),
    access: known("access"),
    posture: known("posture"),
    risk_lens: known("risk_lens"),
  };
}

function verdictsOf({ person, random, generatedAt }: Subject): Verdicts {
  if (!person.isActive) return GONE;
  if (person.joinedAt > shift(generatedAt, -NEW_DAYS * DAY_MS)) return NEW;
  const draw = random.next();
  if (draw < 0.78) return KNOWN;
  return draw < 0.94 ? MOSTLY_KNOWN : BARELY_KNOWN;
}
