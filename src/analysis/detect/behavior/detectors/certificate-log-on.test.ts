import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { certificateLogOn } from "./certificate-log-on.ts";

const detector = certificateLogOn(BEHAVIOR_DEFAULTS.certificateLogOn);
const NOW = Date.parse("2026-03-30T09:30Z");

/** As the agent writes it: the values are in the XML. */
const ticket = (when: number, type: string, from = "::ffff:10.1.2.3", user = "ana", status = "0x0") =>
  seenRow("SecurityEvent", when, {
    EventID: 4768,
    Computer: "DC01.ours.test",
    EventData:
      `<EventData><Data Name="TargetUserName">${user}</Data><Data Name="TargetDomainName">OURS</Data>` +
      `<Data Name="Status">${status}</Data><Data Name="PreAuthType">${type}</Data><Data Name="IpAddress">${from}</Data>` +
      `<Data Name="CertIssuerName">ours-CA</Data></EventData>`,
  });
const usual = (user = "ana") => times(14, (day) => ticket(NOW - (14 - day) * DAY_MS, "2", undefined, user));

test("the first certificate of an account that used a password is reported, and is severe from another address", () => {
  const [finding, ...more] = findingsOf(detector, [...usual(), ticket(NOW, "16")]);
  expect(more).toEqual([]);
  expect(finding?.severity).toBe("medium");
  expect(finding?.summary).toContain(
    "Got a ticket with a certificate of ours-CA from 10.1.2.3, which this account did not use",
  );
  for (const type of ["15", "16", "17"])
    expect(findingsOf(detector, [...usual(), ticket(NOW, type, "10.9.9.9")])).toMatchObject([{ severity: "high" }]);
});

test("the order of arrival and rows that are delivered again change nothing", () => {
  const rows = [...usual(), ticket(NOW, "16", "10.9.9.9")];
  expect(findingsOf(detector, [...rows, ...rows].reverse())).toEqual(findingsOf(detector, rows));
});

test("an account that uses certificates, one without a history, a refusal and accounts of machines are silent", () => {
  expect(findingsOf(detector, [...usual(), ticket(NOW - 3 * DAY_MS, "16"), ticket(NOW, "16")])).toHaveLength(1);
  expect(findingsOf(detector, [ticket(NOW, "16")])).toEqual([]);
  expect(findingsOf(detector, [...usual(), ticket(NOW, "16", undefined, "ana", "0x12")])).toEqual([]);
  expect(findingsOf(detector, [...usual("SRV1$"), ticket(NOW, "16", undefined, "SRV1$")])).toEqual([]);
});
