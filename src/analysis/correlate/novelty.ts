import type { FindingFacts } from "../../model/finding-facts.ts";
import { toAmount } from "../../model/text/amount.ts";
import { CORRELATION } from "./correlation-settings.ts";
import type { Knowledge } from "./knowledge.ts";
import { type Circumstance, dayOf, type Occasion } from "./occasion.ts";
import { compressedOdds, oddsOf } from "./odds.ts";

/** Returns how new the finding is: for the organization, for the subject, and about what it was done to. */
export function noveltyOf(occasion: Occasion, { earlier, firstDays }: Knowledge): readonly Circumstance[] {
  const { detector, table, facts, happenedAt } = occasion;
  const day = dayOf(happenedAt);
  const first = table === null ? undefined : firstDays.get(table);
  if (first === undefined || day - first < CORRELATION.novelty.historyDays) return unknownOf(occasion);
  const { others, own, object } = CORRELATION.novelty;
  const name = objectOf(facts);
  const sameObject = name === "" ? 0 : earlier.objectDays(detector, name, day);
  const counted = [
    [
      others,
      earlier.othersBefore(detector, day),
      "the detector found something about",
      "other subject",
      " on earlier days",
    ],
    [own, earlier.ownDays(detector, day), "it found something about this one on", "earlier day", ""],
    [object, sameObject, "it was the same object on", "earlier day", ""],
  ] as const;
  return counted.flatMap(([steps, count, found, noun, when]): readonly Circumstance[] => {
    const step = steps.find(({ atMost }) => count <= atMost)?.factor ?? 1;
    // What is seldom wrong cannot be hidden by doing it to others first.
    const factor = steps === others && occasion.precision >= CORRELATION.precise ? Math.max(1, step) : step;
    const amount = count === 0 ? `no ${noun}` : toAmount(count, noun);
    return factor === 1 ? [] : [{ factor, reason: `${found} ${amount}${when}` }];
  });
}

/** As long as nothing is known about what is usual, the declared precision counts fully. */
function unknownOf({ precision }: Occasion): readonly Circumstance[] {
  const factor = oddsOf(precision) / compressedOdds(precision);
  const days = toAmount(CORRELATION.novelty.historyDays, "day");
  return factor > 1 ? [{ factor, reason: `such rows are known for less than ${days}` }] : [];
}

/** Returns whether administration is the work of the subject: what is rare in the organization is not rare for it. */
export function administrationOf({ happenedAt, facts }: Occasion, { habits }: Knowledge): readonly Circumstance[] {
  const { days, factor } = CORRELATION.administration;
  const isAdministration = facts.operation?.startsWith("admin:") === true;
  const known = habits.daysOfAdministration(dayOf(happenedAt));
  if (!isAdministration || known < days) return [];
  return [{ factor, reason: `the subject administered on ${toAmount(known, "earlier day")}` }];
}

/** Returns whether the subject did so much of it on one day as never before. */
export function burstOf({ detector, happenedAt, sameDay }: Occasion, { earlier }: Knowledge): readonly Circumstance[] {
  const { least, times, factor } = CORRELATION.burst;
  const most = earlier.mostOnOneDay(detector, dayOf(happenedAt));
  if (sameDay < least || sameDay < times * most) return [];
  const before = most === 0 ? "never before" : `at most ${most} on an earlier day`;
  return [{ factor, reason: `found ${sameDay} times on one day, ${before}` }];
}

const objectOf = ({ object, resource, host }: FindingFacts): string => object ?? resource ?? host ?? "";

/** Returns how unusual the hour is for the subject, and the country and network. */
export function hourOf({ happenedAt, facts }: Occasion, { habits }: Knowledge): readonly Circumstance[] {
  const day = dayOf(happenedAt);
  const active = habits.activeDays(day);
  // Somebody who travels takes a managed device along.
  const isTravel = facts.act === "sign_in" && facts.isManaged === true;
  if (active < CORRELATION.habit.activeDays || isTravel) return [];
  const { hours, country, network } = CORRELATION.novelty;
  const hourOfDay = new Date(happenedAt).getUTCHours();
  const atHour = habits.daysOfHour(hourOfDay, day);
  const share = (atHour + 0.5) / (active + 1);
  // What is refused comes at any hour, and a change of the week is work.
  const isUsual = facts.isRefused === true || habits.weeksOfHour(hourOfDay, day) >= CORRELATION.habit.weeks;
  const hour = isUsual ? undefined : hours.find(({ below }) => share < below);
  const isNew = (dimension: "country" | "network", key: string | undefined): boolean =>
    key !== undefined && facts.isRefused !== true && habits.daysOf(dimension, key, day) === 0;
  return [
    ...(hour
      ? [
          {
            factor: hour.factor,
            reason: `the subject was active within an hour of this time on ${atHour} of its ${toAmount(active, "earlier day")}`,
          },
        ]
      : []),
    ...(isNew("country", facts.country) ? [{ factor: country, reason: "the country is new for the subject" }] : []),
    ...(isNew("network", facts.network) ? [{ factor: network, reason: "the network is new for the subject" }] : []),
  ];
}
