import type { VerdictOutcome } from "../model/vocabulary.ts";
import { departmentsFor } from "./departments.ts";
import { type Directory, makeDirectory } from "./directory.ts";
import { administer } from "./habits/administration.ts";
import { browse } from "./habits/browsing.ts";
import { liveBusyMonths, liveEarlierMonths } from "./habits/earlier-months.ts";
import { workOnFiles } from "./habits/files.ts";
import { keepHosts } from "./habits/linux.ts";
import { correspond } from "./habits/mail.ts";
import { generateOddities } from "./habits/oddities.ts";
import { useServers } from "./habits/on-premises.ts";
import { runSchedules, runServices } from "./habits/services.ts";
import { signIn } from "./habits/sign-ins.ts";
import { makePeople } from "./people.ts";
import { seededRandom } from "./random.ts";
import type { SynthRow } from "./rows/row.ts";
import { assignPeople, generateScenarios } from "./scenarios/scenario.ts";
import { SCENARIOS } from "./scenarios/scenarios.ts";
import { makeServices } from "./services.ts";
import type { Setting } from "./setting.ts";
import { makeWorkdays, type Workday } from "./workdays.ts";
import type { World } from "./world.ts";

/**
 * A synthetic organization: its directory, the log rows of the 30 days before `until` with a thinned history
 * of the 90 days before them, and verdicts to submit.
 */
export interface SynthOrganization {
  readonly directory: Directory;
  /** In order of time, without duplicates. */
  readonly rows: readonly SynthRow[];
  /** Verdicts of analysts, to be submitted on the cases that the service makes of the rows. */
  readonly verdicts: readonly PreparedVerdict[];
}

/** Enough for groups of colleagues to compare, and few enough for the first start of the demo to be short. */
const PEOPLE = 150;

/** A verdict on the case about the user with this address. */
export interface PreparedVerdict {
  readonly email: string;
  readonly outcome: VerdictOutcome;
  readonly comment: string;
}

/**
 * Generates an organization; the same setting gives the same bytes. Threats and cases are not part of it: the service
 * computes them.
 */
export function generateOrganization(setting: Setting): SynthOrganization {
  const people = makePeople(setting, departmentsFor(PEOPLE));
  const services = makeServices(setting, people);
  const world: World = { setting, people, services };
  const days = makeWorkdays(setting, people);
  const assigned = assignPeople(world, SCENARIOS);
  const rows = [
    ...liveEarlierMonths(world),
    ...liveBusyMonths(world),
    ...liveDays(world, days),
    ...generateOddities(world, days),
    ...runServices(world),
    ...runSchedules(world),
    ...administer(world),
    ...keepHosts(world),
    ...generateScenarios(world, assigned),
  ];
  return {
    directory: makeDirectory(setting, people, services, assigned),
    rows: inOrder(rows, setting.until),
    verdicts: [...assigned].flatMap(([{ verdict }, { email }]) => (verdict ? [{ email, ...verdict }] : [])),
  };
}

function liveDays(world: World, days: readonly Workday[]): readonly SynthRow[] {
  const random = seededRandom(world.setting.seed, "days");
  return days.flatMap((day) => [
    ...signIn(day, random),
    ...workOnFiles(day, random),
    ...correspond(day, random, world),
    ...useServers(day, random),
    ...browse(day, random),
  ]);
}

function inOrder(rows: readonly SynthRow[], until: Date): readonly SynthRow[] {
  const byId = new Map(rows.filter(({ at }) => at < until).map((row) => [row.fields["_ItemId"], row]));
  return [...byId.values()].sort((a, b) => a.at.getTime() - b.at.getTime());
}
