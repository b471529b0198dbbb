import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { networkSweep } from "./network-sweep.ts";

const detector = networkSweep(BEHAVIOR_DEFAULTS.networkSweep);
const START = Date.parse("2026-03-10T09:00Z");

const attempt = (minute: number, destination: string, port: number, more: object = {}) =>
  seenRow("CommonSecurityLog", START + minute * MINUTE_MS, {
    SourceIP: "10.1.2.3",
    DestinationIP: destination,
    DestinationPort: port,
    DeviceAction: "allow",
    ...more,
  });
const hosts = (count: number, every: number, port: number, more: object = {}) =>
  times(count, (index) => attempt(index * every, `10.2.${index % 7}.${index}`, port, more));
const ports = (count: number, more: object = {}) =>
  times(count, (index) => attempt(index * 0.1, "10.2.0.9", 1000 + index, { DeviceAction: "deny", ...more }));

test("one port on many hosts is reported as a sweep by the address", () => {
  const [finding, ...more] = findingsOf(detector, hosts(40, 0.5, 445));
  expect(more).toEqual([]);
  expect(finding?.summary).toMatch(
    /^10\.1\.2\.3 tried port 445 on (3\d|40) hosts within 1 h; 30 or more is reported as a sweep\.$/,
  );
  expect(finding?.actor).toBeNull();
  expect(finding?.severity).toBe("medium");
});

test("many ports of one host are reported, and a slow sweep over a day", () => {
  expect(findingsOf(detector, ports(60)).map(({ summary }) => summary)).toEqual([
    expect.stringMatching(/^10\.1\.2\.3 tried \d+ ports of 10\.2\.0\.9 within 1 h/),
  ]);
  expect(findingsOf(detector, hosts(110, 7, 22))).toHaveLength(1);
});

test("few hosts, everyday ports and what the firewall blocks from the internet are not reported", () => {
  const silent = [
    hosts(25, 0.5, 445),
    hosts(200, 0.1, 443),
    hosts(200, 0.1, 445, { SourceIP: "198.51.100.9", DeviceAction: "drop" }),
    ports(20),
    hosts(60, 25, 22),
  ];
  for (const rows of silent) expect(findingsOf(detector, rows)).toEqual([]);
});

test("what the firewall lets in from the internet on many hosts is reported", () => {
  expect(findingsOf(detector, hosts(60, 0.5, 3389, { SourceIP: "198.51.100.9" }))).toHaveLength(1);
});
