import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { sshNewPlace } from "./ssh-new-place.ts";

const detector = sshNewPlace(BEHAVIOR_DEFAULTS.sshNewPlace);
const NIGHT = Date.parse("2026-03-30T23:30Z");

const accepted = (when: number, account: string, ip: string, host = "sftp-1") =>
  seenRow("Syslog", when, {
    Computer: `${host}.ours.test`,
    ProcessName: "sshd",
    SyslogMessage: `Accepted publickey for ${account} from ${ip} port 50130 ssh2: ED25519 SHA256:x`,
  });
const daily = (account: string, ipOf: (day: number) => string) =>
  times(20, (day) => accepted(NIGHT - (20 - day) * DAY_MS, account, ipOf(day)));
const partner = daily("edi-north", () => "198.51.100.7");
const foundAt = (rows: Parameters<typeof findingsOf>[1]) => findingsOf(detector, rows).filter(({ at }) => at === NIGHT);

test("the account of a partner that comes from another network than on all other days is severe", () => {
  const [finding, ...more] = foundAt([...partner, accepted(NIGHT, "edi-north", "203.0.113.9")]);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "high", detector: { precision: 0.6 } });
  expect(finding?.summary).toContain(
    "edi-north signed in over SSH to sftp-1 from 203.0.113.9, a network from which it did not come in the 20 days on record; usual: 1 network.",
  );
});

test("an account that was never on the machine and comes from the internet is reported", () => {
  const [finding] = foundAt([...partner, accepted(NIGHT, "kim", "203.0.113.9")]);
  expect(finding).toMatchObject({ detector: { precision: 0.5 } });
  expect(finding?.title).toContain("an account new on the machine");
});

test("another address of the network, an inside address, somebody on the way and a new machine are not reported", () => {
  expect(foundAt([...partner, accepted(NIGHT, "edi-north", "198.51.200.9")])).toEqual([]);
  expect(foundAt([...partner, accepted(NIGHT, "kim", "10.1.2.3")])).toEqual([]);
  const onTheWay = daily("kim", (day) => `198.${day % 5}.100.7`);
  expect(foundAt([...onTheWay, accepted(NIGHT, "kim", "203.0.113.9")])).toEqual([]);
  expect(foundAt([...partner, accepted(NIGHT, "kim", "203.0.113.9", "new-1")])).toEqual([]);
});
