import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { logonFanOut } from "./logon-fan-out.ts";

const detector = logonFanOut(BEHAVIOR_DEFAULTS.logonFanOut);
const NIGHT = Date.parse("2026-03-30T02:30Z");

const logOn = (when: number, computer: string, more: object = {}) =>
  seenRow("SecurityEvent", when, {
    EventID: 4624,
    Computer: `${computer}.ours.test`,
    LogonType: 3,
    TargetUserName: "ana",
    TargetDomainName: "OURS",
    IpAddress: "10.1.2.3",
    AuthenticationPackageName: "NTLM",
    ...more,
  });
/** Three weeks with the file server. */
const usual = times(21, (day) => logOn(NIGHT - (21 - day) * DAY_MS, "FS01"));
const fan = (hosts: number, more: object = {}, name = "SRV") =>
  times(hosts, (index) => logOn(NIGHT + index * 2 * MINUTE_MS, `${name}${index}`, more));

test("network sign-ins with NTLM to several machines that the account never used are severe", () => {
  const [finding, ...rest] = findingsOf(detector, [...usual, ...fan(4)]);
  expect(rest).toEqual([]);
  expect(finding).toMatchObject({ severity: "high", count: 4 });
  expect(finding?.summary).toBe(
    "ours\\ana: Signed in over the network with NTLM to 4 machines within 6 min that this account did not use in the 21 days " +
      "on record: srv0, srv1, srv2, srv3; from 10.1.2.3. 4 or more within 15 min are reported.",
  );
  expect(findingsOf(detector, [...usual, ...fan(4)].reverse())).toHaveLength(1);
});

test("with Kerberos it is medium, and severe if there are many", () => {
  const kerberos = { AuthenticationPackageName: "Kerberos" };
  expect(findingsOf(detector, [...usual, ...fan(4, kerberos)])[0]?.severity).toBe("medium");
  const quick = times(8, (index) => logOn(NIGHT + index * MINUTE_MS, `SRV${index}`, kerberos));
  expect(findingsOf(detector, [...usual, ...quick])[0]?.severity).toBe("high");
});

test("credentials that are given for other machines, and the sensors of domain controllers, count too", () => {
  const given = times(2, (index) =>
    seenRow("SecurityEvent", NIGHT + index * MINUTE_MS, {
      EventID: 4648,
      Computer: "WS1.ours.test",
      SubjectUserName: "ana",
      SubjectDomainName: "OURS",
      TargetUserName: "svc",
      TargetServerName: `APP${index}.ours.test`,
    }),
  );
  const rows = [...usual, ...fan(2), ...given];
  expect(findingsOf(detector, rows)).toHaveLength(1);
  const sensed = (when: number, host: string) =>
    seenRow("IdentityLogonEvents", when, {
      AccountName: "ana",
      AccountDomain: "ours",
      ActionType: "LogonSuccess",
      Protocol: "Ntlm",
      DeviceName: "ws1",
      TargetDeviceName: host,
    });
  const past = times(21, (day) => sensed(NIGHT - (21 - day) * DAY_MS, "fs01"));
  const now = times(4, (index) => sensed(NIGHT + index * MINUTE_MS, `srv${index}`));
  expect(findingsOf(detector, [...past, ...now])).toMatchObject([{ severity: "high" }]);
});

test("known machines, hours between them, a new account, its own machine and accounts of machines are silent", () => {
  const known = times(4, (index) => logOn(NIGHT - 9 * DAY_MS + index * HOUR_MS, `SRV${index}`));
  expect(findingsOf(detector, [...usual, ...known, ...fan(4)])).toEqual([]);
  const slow = times(6, (index) => logOn(NIGHT + index * HOUR_MS, `SRV${index}`));
  expect(findingsOf(detector, [...usual, ...slow])).toEqual([]);
  expect(findingsOf(detector, fan(6))).toEqual([]);
  expect(findingsOf(detector, [...usual, ...fan(6, { IpAddress: "127.0.0.1" })])).toEqual([]);
  const machine = { TargetUserName: "WSUS$" };
  const rounds = times(21, (day) => logOn(NIGHT - (21 - day) * DAY_MS, "FS01", machine));
  expect(findingsOf(detector, [...rounds, ...fan(9, machine)])).toEqual([]);
});

test("an account that uses many machines on many days is silent, until it uses twice as many as ever", () => {
  const scans = [20, 15, 10].flatMap((day) =>
    times(5, (index) => logOn(NIGHT - day * DAY_MS + index * HOUR_MS, `CL${day}-${index}`)),
  );
  expect(findingsOf(detector, [...usual, ...scans, ...fan(7)]).filter(({ at }) => at >= NIGHT)).toEqual([]);
  const spree = times(14, (index) => logOn(NIGHT + index * MINUTE_MS, `SRV${index}`));
  expect(findingsOf(detector, [...usual, ...scans, ...spree]).filter(({ at }) => at >= NIGHT)).toHaveLength(1);
});

test("software distribution is silent from its second round on", () => {
  const round = (day: number) =>
    times(12, (index) =>
      logOn(NIGHT - day * DAY_MS + index * MINUTE_MS, `LT${day}-${index}`, { TargetUserName: "deploy" }),
    );
  expect(findingsOf(detector, [...round(9), ...round(0)])).toEqual([]);
});
