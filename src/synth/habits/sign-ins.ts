import { COMMON_APPLICATIONS } from "../departments.ts";
import { shift } from "../moment.ts";
import { around, type Random } from "../random.ts";
import type { SynthRow } from "../rows/row.ts";
import { FAILURES, nonInteractiveSigninRow, signinRow } from "../rows/signin.ts";
import { momentOf, type Workday } from "../workdays.ts";
import { appOf } from "../world.ts";

/** Generates a day's sign-ins: on some days one with a second factor, the others with a remembered session. */
export function signIn(day: Workday, random: Random): readonly SynthRow[] {
  const { person, place, device, session, start } = day;
  const usual = { account: person, place, device, session };
  const apps = [...COMMON_APPLICATIONS.slice(0, 3), ...person.department.applications];
  const first = signinRow({ ...usual, at: start, app: appOf(random.pick(apps)), factor: "satisfied" });
  const more = Array.from({ length: around(random, 0.1) }, () =>
    signinRow({ ...usual, at: momentOf(day, random), app: appOf(random.pick(apps)) }),
  );
  const onPhone = Array.from({ length: around(random, 0.05) }, () =>
    signinRow({
      ...usual,
      session: `${session}-p`,
      device: person.phone,
      at: momentOf(day, random),
      app: appOf("Outlook"),
    }),
  );
  const quiet = Array.from({ length: around(random, 0.1) }, () =>
    nonInteractiveSigninRow({ ...usual, at: momentOf(day, random), app: appOf(random.pick(apps)) }),
  );
  return [
    ...mistyped(day, random),
    ...(day.isFirst || random.chance(0.3) ? [first] : []),
    ...more,
    ...onPhone,
    ...quiet,
  ];
}

/** Sometimes adds a wrong password before the right one. */
function mistyped({ person, place, device, start }: Workday, random: Random): readonly SynthRow[] {
  if (!random.chance(0.02)) return [];
  return Array.from({ length: random.int(1, 2) }, (_, index) =>
    signinRow({
      at: shift(start, -20_000 * (index + 1)),
      account: person,
      place,
      device,
      app: appOf("Outlook"),
      failure: FAILURES.wrongPassword,
    }),
  );
}
