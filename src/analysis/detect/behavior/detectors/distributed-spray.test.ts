import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { distributedSpray } from "./distributed-spray.ts";

const detector = distributedSpray(BEHAVIOR_DEFAULTS.distributedSpray);
const START = Date.parse("2026-03-10T01:00Z");
const minute = (number: number) => START + number * MINUTE_MS;

const attempt = (when: number, user: string, ip: string, result = "50126") =>
  seenRow("SigninLogs", when, { UserPrincipalName: `${user}@ours.test`, ResultType: result, IPAddress: ip });
const address = (number: number) => `198.51.${number >> 8}.${number & 255}`;
/** Failures of different users, each from another address. */
const spray = (users: number, every: number, start = 0) =>
  times(users, (number) => attempt(minute(start + number * every), `user${number}`, address(number)));
/** People at home who sign in once a day; one in `mistyping` types a wrong password before. */
const work = (people: number, day: number, mistyping: number) =>
  times(people, (number) => {
    const [when, ip] = [minute(day * 24 * 60 + 420 + (number % 300)), `10.${number >> 8}.${number & 255}.1`];
    const success = attempt(when + MINUTE_MS, `user${number}`, ip, "0");
    return number % mistyping === 0 ? [attempt(when, `user${number}`, ip), success] : [success];
  }).flat();

test("failures of many users from many addresses are a spray, of whatever pace", () => {
  const [finding, ...more] = findingsOf(detector, spray(120, 0.5));
  expect(more).toEqual([]);
  expect(finding?.summary).toMatch(
    /^120 users failed to sign in within 24 h from 120 addresses from which nobody signed in, among them 198\.51\.0\.0, /,
  );
  expect(finding?.severity).toBe("medium");
  expect(finding?.actor).toBeNull();
  expect(finding?.at).toBe(minute(29 * 0.5));
  expect(findingsOf(detector, spray(120, 7.5))).toHaveLength(1);
});

test("fewer users, or one user from many addresses, are not", () => {
  expect(findingsOf(detector, spray(29, 1))).toEqual([]);
  const one = times(120, (number) => attempt(minute(number), "ana", address(number)));
  expect(findingsOf(detector, one)).toEqual([]);
});

test("people who mistype their password and then sign in are not a spray, but hide none", () => {
  const quiet = times(3, (day) => work(250, day, 3)).flat();
  expect(findingsOf(detector, quiet)).toEqual([]);
  expect(findingsOf(detector, [...quiet, ...spray(120, 10, 3 * 24 * 60)])).toHaveLength(1);
});

test("a large organization has many failures without a success, and a spray stands out from them", () => {
  const lost = times(6, (day) =>
    times(60, (n) => attempt(minute(day * 1_440 + n * 9), `user${n}`, address(999 + day * 60 + n))),
  ).flat();
  const quiet = [...times(6, (day) => work(2_000, day, 10)).flat(), ...lost];
  expect(findingsOf(detector, quiet)).toEqual([]);
  const [finding] = findingsOf(detector, [...quiet, ...spray(400, 1, 5 * 1_440)]);
  expect(finding?.at).toBeGreaterThanOrEqual(START + 5 * DAY_MS);
  expect(finding?.summary).toMatch(/ is usual, \d+ or more is reported as a spray\.$/);
});

test("the memory of a day stays small however many addresses there are", () => {
  const rows = times(60_000, (n) =>
    attempt(minute(n % 600), `user${n}`, `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, "0"),
  );
  const values = new Set(rows.flatMap((seen) => detector.hitsOf(seen)).map(({ value }) => value));
  expect(values.size).toBeLessThan(3_000);
});
