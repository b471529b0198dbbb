import { logNormal, poisson, type Random } from "../random.ts";
import type { SynthRow } from "../rows/row.ts";
import { nonInteractiveSigninRow, signinRow } from "../rows/signin.ts";
import { momentOf, type Workday } from "../workdays.ts";
import type { WeightedApp } from "../workforce/employee.ts";
import { appOf } from "../world.ts";

const INTERACTIVE_SHARE = 0.2;
const VOLUME_SIGMA = 0.45;

/** Generates a day's sign-ins to a mix of applications; their number differs from day to day more than that of independent events. */
export function useApplications(
  day: Workday,
  random: Random,
  mix: readonly WeightedApp[],
  mean: number,
): readonly SynthRow[] {
  const { person, place, device, session } = day;
  const usual = { account: person, place, device, session };
  const count = poisson(random, mean * logNormal(random, VOLUME_SIGMA));
  return Array.from({ length: count }, (_, index) => {
    const app = appOf(random.weighted(mix, ({ weight }) => weight).name);
    const at = momentOf(day, random);
    const onPhone = random.chance(0.08);
    const used = onPhone ? { ...usual, device: person.phone, session: `${session}-p` } : usual;
    if (index === 0) return signinRow({ ...usual, at: day.start, app, factor: "satisfied" });
    return random.chance(INTERACTIVE_SHARE)
      ? signinRow({ ...used, at, app })
      : nonInteractiveSigninRow({ ...used, at, app });
  });
}
