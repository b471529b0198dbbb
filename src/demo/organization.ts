import type { VerdictOutcome } from "../model/vocabulary.ts";
import { type Directory, makeDirectory } from "./directory.ts";
import { administer } from "./habits/administration.ts";
import { browse } from "./habits/browsing.ts";
import { workOnFiles } from "./habits/files.ts";
import { keepHosts } from "./habits/linux.ts";
import { correspond } from "./habits/mail.ts";
import { surprise } from "./habits/oddities.ts";
import { useServers } from "./habits/on-premises.ts";
import { runServices } from "./habits/services.ts";
import { signIn } from "./habits/sign-ins.ts";
import { makePeople } from "./people.ts";
import { seededRandom } from "./random.ts";
import type { DemoRow } from "./rows/row.ts";
import { castScenarios, generateScenarios } from "./scenarios/scenario.ts";
import { SCENARIOS } from "./scenarios/scenarios.ts";
import { makeServices } from "./services.ts";
import type { Setting } from "./setting.ts";
import { makeWorkdays, type Workday } from "./workdays.ts";
import type { World } from "./world.ts";

/** A synthetic organization: its directory, and what its systems logged in the 30 days before `until`. */
export interface DemoOrganization {
  readonly directory: Directory;
  /** In the order of their time, each once. */
  readonly rows: readonly DemoRow[];
  /** What the people in charge have decided so far, about whom. */
  readonly decisions: readonly Decision[];
}

export interface Decision {
  readonly email: string;
  readonly outcome: VerdictOutcome;
  readonly comment: string;
}

/** The same setting gives the same bytes. Nothing in it is a conclusion: those are for the service to draw. */
export function generateOrganization(setting: Setting): DemoOrganization {
  const people = makePeople(setting);
  const services = makeServices(setting, people);
  const world: World = { setting, people, services };
  const days = makeWorkdays(setting, people);
  const cast = castScenarios(world, SCENARIOS);
  const rows = [
    ...liveDays(world, days),
    ...surprise(world, days),
    ...runServices(world),
    ...administer(world),
    ...keepHosts(world),
    ...generateScenarios(world, cast),
  ];
  return {
    directory: makeDirectory(setting, people, services),
    rows: inOrder(rows, setting.until),
    decisions: [...cast].flatMap(([{ decision }, { email }]) => (decision ? [{ email, ...decision }] : [])),
  };
}

function liveDays(world: World, days: readonly Workday[]): readonly DemoRow[] {
  const random = seededRandom(world.setting.seed, "days");
  return days.flatMap((day) => [
    ...signIn(day, random),
    ...workOnFiles(day, random),
    ...correspond(day, random, world),
    ...useServers(day, random),
    ...browse(day, random),
  ]);
}

function inOrder(rows: readonly DemoRow[], until: Date): readonly DemoRow[] {
  const byId = new Map(rows.filter(({ at }) => at < until).map((row) => [row.fields["_ItemId"], row]));
  return [...byId.values()].sort((a, b) => a.at.getTime() - b.at.getTime());
}
