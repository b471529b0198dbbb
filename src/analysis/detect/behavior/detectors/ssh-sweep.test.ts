import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { sshSweep } from "./ssh-sweep.ts";

const detector = sshSweep(BEHAVIOR_DEFAULTS.sshSweep);
const START = Date.parse("2026-03-10T09:00Z");
const minute = (number: number) => START + number * MINUTE_MS;

const line = (when: number, host: object, message: string, program = "sshd") =>
  seenRow("Syslog", when, { ProcessName: program, HostIP: "10.0.0.1", ...host, SyslogMessage: message });
const failed = (number: number, hosts: number, every: number, from = "203.0.113.9") =>
  line(
    minute(number * every),
    number % 2 === 0 ? { HostName: `web-${number % hosts}` } : { Computer: `web-${number % hosts}` },
    `Failed password for invalid user admin from ${from} port ${4000 + number} ssh2`,
  );

test("thirty failures from one address on several machines within ten minutes are reported", () => {
  const [finding, ...more] = findingsOf(
    detector,
    times(60, (number) => failed(number, 6, 8 / 60)),
  );
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "203.0.113.9 failed to sign in over SSH 60 times within 10 min, on 6 machines, among them web-0, web-1, web-2; " +
      "30 or more on 2 or more is reported as guessing.",
  );
  expect(finding?.severity).toBe("medium");
  expect(finding?.actor).toBeNull();
});

test("fewer, slower, on one machine, from many addresses or of another program are not reported", () => {
  const silent = [
    times(29, (number) => failed(number, 6, 0.1)),
    times(60, (number) => failed(number, 6, 0.4)),
    times(60, (number) => failed(number, 1, 0.1)),
    times(60, (number) => failed(number, 6, 0.1, `203.0.113.${number}`)),
    times(60, (n) => line(minute(0), { HostName: `web-${n % 6}` }, "Failed password for x from 203.0.113.9", "ftpd")),
    times(60, (n) => line(minute(0), { HostName: `web-${n % 6}` }, "Connection closed by 203.0.113.9 port 22")),
  ];
  for (const rows of silent) expect(findingsOf(detector, rows)).toEqual([]);
});

test("a user name that looks like an address does not hide the peer", () => {
  const rows = times(30, (number) =>
    line(minute(0), { HostName: `web-${number % 3}` }, "Failed password for x from 192.0.2.1 from 203.0.113.9 port 22"),
  );
  expect(findingsOf(detector, rows)[0]?.summary).toMatch(/^203\.0\.113\.9 failed/);
});

test("an accepted password within the hour is reported with the account, a key is not", () => {
  const sweep = times(40, (number) => failed(number, 4, 0.1));
  const success = (how: string, when: number) =>
    line(minute(when), { HostName: "web-3" }, `Accepted ${how} for deploy from 203.0.113.9 port 22 ssh2`);
  const [, breach] = findingsOf(detector, [...sweep, success("password", 30)]);
  expect(breach?.summary).toBe(
    "web-3\\deploy: 203.0.113.9 signed in over SSH as deploy on web-3 27 min after it had failed 40 times on 4 machines, " +
      "among them web-0, web-1, web-2: a password may have been guessed.",
  );
  expect(breach?.severity).toBe("high");
  expect(breach?.actor?.key).toBe("sam:web-3\\deploy");
  expect(findingsOf(detector, [...sweep, success("publickey", 30)])).toHaveLength(1);
  expect(findingsOf(detector, [...sweep, success("password", 65)])).toHaveLength(1);
});
