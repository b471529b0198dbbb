import type { Severity } from "../model/vocabulary.ts";
import { counted } from "./counted.ts";
import { demoId } from "./demo-id.ts";
import { detectionOf } from "./detections.ts";
import { DAY_MS, HOUR_MS, latest, MINUTE_MS, shift } from "./moment.ts";
import type { Nhi } from "./nhi.ts";
import type { Person } from "./people.ts";
import { seededRandom } from "./random.ts";
import type { Setting } from "./setting.ts";
import { STORIES, type Story, stepsOf } from "./stories.ts";
import { drawCircumstances, makeThreat, type Threat } from "./threats.ts";
import type { WireRecord } from "./wire-record.ts";

const PROMOTING_SCORE = 0.6;
const JUDGED_AFTER_MS = 5 * MINUTE_MS;
const BRIEF_STEPS = 4;

/** How often a finding of a severity turns out to be real. */
const PRECISION: Readonly<Record<Severity, number>> = { none: 0.02, low: 0.1, medium: 0.3, high: 0.6, critical: 0.85 };

/** One story told about one person. */
export interface Plot {
  readonly story: Story;
  readonly person: Person;
  readonly threats: readonly Threat[];
}

/** Every story gets a person of its department, and no person more than one story. */
export function makePlots(setting: Setting, people: readonly Person[], nhis: readonly Nhi[]): readonly Plot[] {
  const random = seededRandom(setting.seed, "cases");
  const taken = new Set<Person>();
  return STORIES.map((story, index) => {
    const fits = (one: Person) => one.department.name === story.what.department && one.level === 2 && one.isActive;
    const person = random.pick(people.filter((one) => fits(one) && !taken.has(one)));
    taken.add(person);
    const { daysAgo, localHour } = story.when;
    const start = shift(setting.until, (localHour - person.office.utcOffset) * HOUR_MS - daysAgo * DAY_MS);
    const circumstances = drawCircumstances(random, person, nhis);
    const threats = stepsOf(story).map(({ minute, detection, severity }, step) => {
      const at = shift(start, minute * MINUTE_MS + random.int(0, MINUTE_MS - 1));
      const safe = story.what.closedAs === "safe";
      return makeThreat(setting, random, {
        key: `story/${index}/${step}`,
        detection,
        person,
        severity,
        circumstances,
        at,
        safe,
      });
    });
    return { story, person, threats };
  });
}

/** The wire form of the case, with the ids of its events in time order. */
export function toCaseRecord({ seed }: Setting, { story, person, threats }: Plot): WireRecord {
  const createdAt = shift(promotingEvent(threats).at, JUDGED_AFTER_MS);
  const lastEventAt = latest(createdAt, ...threats.map((threat) => threat.at));
  const updatedAt = shift(lastEventAt, story.when.handledAfterHours * HOUR_MS);
  return {
    case_id: demoId(seed, "case", person.email),
    user_email: person.email,
    user_name: person.name,
    threat_type: story.what.threatType,
    threat_brief: briefOf(story, person, threats),
    state: story.what.state,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    closed_at: story.what.state === "closed" ? updatedAt.toISOString() : null,
    event_ids: threats.map((threat) => threat.eventId),
  };
}

/** The event that made the judge show the case: the score is reached, and by more than one kind of finding. */
function promotingEvent(threats: readonly Threat[]): Threat {
  const promotes = (_: Threat, index: number) => {
    const sofar = threats.slice(0, index + 1);
    return new Set(sofar.map((threat) => threat.detection)).size > 1 && scoreOf(sofar) >= PROMOTING_SCORE;
  };
  const found = threats.find(promotes);
  if (!found) throw new RangeError("A story must be grave enough to become a case");
  return found;
}

/** The probability that at least one finding is real; a repeat of the same kind counts half. */
function scoreOf(threats: readonly Threat[]): number {
  const allHarmless = threats.reduce((product, { detection, severity }, index) => {
    const repeats = threats.slice(0, index).filter((earlier) => earlier.detection === detection).length;
    return product * (1 - PRECISION[severity] / 2 ** repeats);
  }, 1);
  return 1 - allHarmless;
}

function briefOf(story: Story, person: Person, threats: readonly Threat[]): string {
  const detections = threats.map((threat) => detectionOf(threat.detection));
  const sources = new Set(detections.map((detection) => detection.seen.source)).size;
  const tactics = new Set(detections.flatMap((detection) => detection.attack.tactics)).size;
  const gravest = threats.toSorted((a, b) => PRECISION[b.severity] - PRECISION[a.severity]).slice(0, BRIEF_STEPS);
  const told = threats.filter((threat) => gravest.includes(threat));
  const chain = told.map((threat) => {
    const title = detectionOf(threat.detection).title;
    return `${threat.at.toISOString().slice(5, 16).replace("T", " ")} ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  });
  return (
    `${person.name}, ${person.title} in ${person.department.name}: ${threats.length} threats in ${spanOf(threats)} ` +
    `across ${counted(sources, "source")}. ${chain.join("; ")}. Pattern: ${story.pattern}. ` +
    `${counted(tactics, "tactic")}, score ${scoreOf(threats).toFixed(2)}.`
  );
}

function spanOf(threats: readonly Threat[]): string {
  const times = threats.map((threat) => threat.at.getTime());
  const minutes = Math.round((Math.max(...times) - Math.min(...times)) / MINUTE_MS);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
