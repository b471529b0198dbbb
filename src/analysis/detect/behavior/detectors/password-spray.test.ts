import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { passwordSpray } from "./password-spray.ts";

const detector = passwordSpray(BEHAVIOR_DEFAULTS.passwordSpray);
const START = Date.parse("2026-03-10T09:00Z");
const minute = (number: number) => START + number * MINUTE_MS;

const attempt = (when: number, user: string, result = "50126", ip = "203.0.113.9") =>
  seenRow("SigninLogs", when, { UserPrincipalName: `${user}@ours.test`, ResultType: result, IPAddress: ip });
const spray = (users: number, every = 1) => times(users, (number) => attempt(minute(number * every), `user${number}`));

test("ten users failed from one address within an hour are a spray", () => {
  const [finding, ...more] = findingsOf(detector, spray(12, 5));
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "203.0.113.9 failed to sign in as 12 different users within 60 min, among them user0@ours.test, " +
      "user1@ours.test, user2@ours.test; 10 or more is reported as a spray.",
  );
  expect(finding?.severity).toBe("medium");
  expect(finding?.actor).toBeNull();
  expect(finding?.at).toBe(minute(45));
  expect(finding?.rows).toHaveLength(12);
});

test("nine users, ten in a longer time, or one user many times are not", () => {
  expect(findingsOf(detector, spray(9))).toEqual([]);
  expect(findingsOf(detector, spray(10, 6.7))).toEqual([]);
  expect(findingsOf(detector, spray(19, 61))).toEqual([]);
  expect(
    findingsOf(
      detector,
      times(50, (number) => attempt(minute(number), "ana")),
    ),
  ).toEqual([]);
});

test("ten users that fail from ten addresses are not a spray", () => {
  expect(
    findingsOf(
      detector,
      times(10, (n) => attempt(minute(n), `user${n}`, "50126", `203.0.113.${n}`)),
    ),
  ).toEqual([]);
});

test("a success from there within the hour is reported with its user", () => {
  const [, breach] = findingsOf(detector, [...spray(12), attempt(minute(31), "user4", "0")]);
  expect(breach?.summary).toBe(
    "203.0.113.9 signed in as user4@ours.test 20 min after it had failed as 12 different users: " +
      "a sprayed password may have been right.",
  );
  expect(breach?.severity).toBe("high");
  expect(breach?.actor?.upn).toBe("user4@ours.test");
  expect(findingsOf(detector, [...spray(12), attempt(minute(72), "user4", "0")])).toHaveLength(1);
});

test("an office address where many also succeed is not a spray", () => {
  const successes = times(30, (number) => attempt(minute(0), `colleague${number}`, "0"));
  expect(findingsOf(detector, [...successes, ...spray(12)])).toEqual([]);
});

test("failures of Windows log-ons count, of whatever account", () => {
  const rows = times(10, (number) =>
    seenRow("SecurityEvent", minute(number), {
      EventID: 4625,
      TargetUserName: `guess${number}`,
      IpAddress: "203.0.113.9",
    }),
  );
  expect(findingsOf(detector, rows)[0]?.summary).toContain("10 different users within 60 min, among them guess0, ");
  const local = rows.map(({ row }) => seenRow("SecurityEvent", row.at, { ...row.fields, IpAddress: "127.0.0.1" }));
  expect(findingsOf(detector, local)).toEqual([]);
});

test("eight users an hour for a day are a slow spray, reported once a day", () => {
  const found = findingsOf(detector, spray(150, 7.5));
  expect(found).toHaveLength(2);
  expect(found[0]?.summary).toMatch(
    /^203\.0\.113\.9 failed to sign in as 120 different users within 24 h, among them user0@/,
  );
  expect(found[0]?.severity).toBe("medium");
  expect(found[0]?.at).toBe(minute(19 * 7.5));
});

test("an address that 2,000 people share is not a spray, however many of them mistype their password", () => {
  const successes = times(2_000, (number) => attempt(minute(number % 55), `colleague${number}`, "0"));
  const mistyped = times(300, (number) => attempt(minute(number % 58), `colleague${number * 3}`));
  expect(findingsOf(detector, [...successes, ...mistyped])).toEqual([]);
});

test("a password that is right but stopped for a second factor is reported like a success", () => {
  for (const code of ["50074", "50076", "50079", "50055", "53003"]) {
    const [, breach] = findingsOf(detector, [...spray(12), attempt(minute(31), "user4", code)]);
    expect(breach?.severity).toBe("high");
  }
});

test("the addresses of one IPv6 network are one origin", () => {
  const rows = times(12, (n) => attempt(minute(n), `user${n}`, "50126", `2001:db8:1:2:${(n + 1).toString(16)}::9`));
  expect(findingsOf(detector, rows)[0]?.summary).toMatch(/^2001:db8:1:2::\/64 failed to sign in as 12 different users/);
  const apart = times(12, (n) => attempt(minute(n), `user${n}`, "50126", `2001:db8:1:${(n + 1).toString(16)}::9`));
  expect(findingsOf(detector, apart)).toEqual([]);
});

test("failures that only the audit log reports count, interrupts do not", () => {
  const rows = (more: object) =>
    times(10, (number) =>
      seenRow("OfficeActivity", minute(number), {
        UserId: `User${number}@Ours.test`,
        Operation: "UserLoginFailed",
        ClientIP: "203.0.113.9:4711",
        ...more,
      }),
    );
  expect(findingsOf(detector, rows({ LogonError: "InvalidUserNameOrPassword" }))).toHaveLength(1);
  expect(findingsOf(detector, rows({}))).toHaveLength(1);
  expect(findingsOf(detector, rows({ LogonError: "UserStrongAuthClientAuthNRequiredInterrupt" }))).toEqual([]);
  expect(findingsOf(detector, rows({ LoginStatus: 50076 }))).toEqual([]);
});
