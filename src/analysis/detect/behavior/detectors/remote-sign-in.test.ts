import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { remoteSignIn } from "./remote-sign-in.ts";

const detector = remoteSignIn(BEHAVIOR_DEFAULTS.remoteSignIn);
const NIGHT = Date.parse("2026-03-30T02:30Z");

const logOn = (when: number, computer: string, type: number, user = "ana") =>
  seenRow("SecurityEvent", when, {
    EventID: 4624,
    Computer: `${computer}.ours.test`,
    LogonType: type,
    TargetUserName: user,
    TargetDomainName: "OURS",
    IpAddress: "10.1.2.3",
  });
const desktop = (when: number, computer: string) => logOn(when, computer, 10);
const credentials = (when: number, target: string, as: string, process = "C:\\Windows\\System32\\mstsc.exe") =>
  seenRow("SecurityEvent", when, {
    EventID: 4648,
    Computer: "APP01.ours.test",
    SubjectUserName: "ana",
    SubjectDomainName: "OURS",
    TargetUserName: as,
    TargetServerName: target,
    ProcessName: process,
  });

/** Three weeks at the own computer. */
const atDesk = times(21, (day) => logOn(NIGHT - (21 - day) * DAY_MS, "WS-ANA", 2));

const severityOf = (rows: Parameters<typeof findingsOf>[1]) =>
  findingsOf(detector, rows).map(({ severity }) => severity);

test("the first remote sign-in of an account to a machine is low and names the machine", () => {
  const [finding, ...more] = findingsOf(detector, [...atDesk, desktop(NIGHT, "APP01")]);
  expect(more).toEqual([]);
  expect(finding?.severity).toBe("low");
  expect(finding?.summary).toBe(
    "ours\\ana: Signed in remotely to 1 machine that this account did not use in the 21 days on record: app01.",
  );
});

test("a way through several new machines to a domain controller is severe, also with the credentials of another account", () => {
  const first = desktop(NIGHT, "APP01");
  expect(severityOf([...atDesk, first, desktop(NIGHT + 9 * MINUTE_MS, "SQL01")])).toEqual(["medium"]);
  expect(severityOf([...atDesk, first, credentials(NIGHT + 4 * MINUTE_MS, "SQL01", "adm-kim")])).toEqual(["high"]);
  const [chain] = findingsOf(detector, [
    ...atDesk,
    first,
    desktop(NIGHT + 9 * MINUTE_MS, "SQL01"),
    desktop(NIGHT + 14 * MINUTE_MS, "OURS-DC01"),
  ]);
  expect(chain?.severity).toBe("high");
  expect(chain?.count).toBe(3);
  expect(chain?.rows).toHaveLength(3);
});

test("a first remote sign-in to a domain controller counts more than one to another machine", () => {
  expect(severityOf([...atDesk, desktop(NIGHT, "DC02")])).toEqual(["medium"]);
});

test("sensors of domain controllers report the same", () => {
  const sensed = (when: number, type: string) =>
    seenRow("IdentityLogonEvents", when, {
      AccountName: "ana",
      AccountDomain: "ours",
      ActionType: "LogonSuccess",
      LogonType: type,
      DestinationDeviceName: "dc01",
    });
  const desk = times(21, (day) => sensed(NIGHT - (21 - day) * DAY_MS, "Credentials validation"));
  expect(severityOf([...desk, sensed(NIGHT, "Remote desktop")])).toEqual(["medium"]);
  expect(severityOf([...desk, sensed(NIGHT, "Credentials validation")])).toEqual([]);
});

test("a machine that the account used on an earlier day is silent", () => {
  expect(severityOf([...atDesk, desktop(NIGHT - 10 * DAY_MS, "APP01")])).toEqual(["low"]);
  expect(
    findingsOf(detector, [...atDesk, desktop(NIGHT - 10 * DAY_MS, "APP01"), desktop(NIGHT, "APP01")]),
  ).toHaveLength(1);
});

test("an administrator who uses many machines is silent about a new one and about the domain controller", () => {
  const rounds = times(14, (day) => desktop(NIGHT - (20 - day) * DAY_MS, `SRV${day % 5}`));
  const found = findingsOf(detector, [
    ...atDesk,
    ...rounds,
    desktop(NIGHT, "SRV9"),
    desktop(NIGHT + 5 * MINUTE_MS, "DC01"),
  ]);
  expect(found.filter(({ at }) => at >= NIGHT)).toEqual([]);
});

test("an administrator who uses far more new machines within hours than on any other day is not", () => {
  const rounds = times(14, (day) => desktop(NIGHT - (20 - day) * DAY_MS, `SRV${day % 5}`));
  const spree = times(6, (number) => desktop(NIGHT + number * 10 * MINUTE_MS, `NEW${number}`));
  const found = findingsOf(detector, [...atDesk, ...rounds, ...spree]).filter(({ at }) => at >= NIGHT);
  expect(found.map(({ severity }) => severity)).toEqual(["high"]);
});

test("machines that are hours apart are no way through", () => {
  const rows = [...atDesk, desktop(NIGHT, "APP01"), desktop(NIGHT + 9 * HOUR_MS, "APP02")];
  expect(severityOf(rows)).toEqual(["low"]);
});

test("an account without a history, other kinds of log-on and other programs with credentials are silent", () => {
  expect(findingsOf(detector, [desktop(NIGHT, "APP01")])).toEqual([]);
  expect(findingsOf(detector, [...atDesk, logOn(NIGHT, "FS01", 3)])).toEqual([]);
  const task = credentials(NIGHT, "SQL01", "svc-sql", "C:\\Windows\\System32\\taskhostw.exe");
  const local = credentials(NIGHT, "localhost", "adm-ana");
  expect(findingsOf(detector, [...atDesk, task, local])).toEqual([]);
});
