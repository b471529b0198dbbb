import { deviceOf } from "../device.ts";
import { ELSEWHERE } from "../place.ts";
import { auditRow, userTarget } from "../rows/audit.ts";
import { officeRow } from "../rows/office.ts";
import { FAILURES, signinRow } from "../rows/signin.ts";
import { synthId } from "../synth-id.ts";
import { appOf } from "../world.ts";
import type { Scenario } from "./scenario.ts";

/** MFA prompts at night until one is approved, then a second factor registered by the attacker. */
export const mfaFatigue: Scenario = {
  name: "mfa fatigue",
  department: "Sales",
  daysAgo: 6,
  localHour: 2,
  verdict: { outcome: "TRUE_POSITIVE", comment: "Confirmed by the owner of the account; sessions revoked." },
  rowsOf: ({ person, at }) => {
    const place = ELSEWHERE.lagos;
    const device = deviceOf("linux");
    const attempt = { account: person, place, device, app: appOf("Outlook") };
    const session = synthId(0, "session", "mfa fatigue");
    return [
      ...Array.from({ length: 14 }, (_, index) =>
        signinRow({ ...attempt, at: at(index * 0.3), failure: FAILURES.deniedFactor, factor: "denied" }),
      ),
      signinRow({ ...attempt, at: at(6), factor: "satisfied", session }),
      auditRow({
        at: at(13),
        operation: "User registered security info",
        category: "UserManagement",
        service: "Authentication Methods",
        by: person,
        ip: place.ip,
        targets: [userTarget(person)],
        more: { ResultReason: "User registered Authenticator App with Notification and Code" },
      }),
      ...Array.from({ length: 6 }, (_, index) =>
        officeRow({
          at: at(20 + index * 3),
          account: person,
          ip: place.ip,
          workload: "Exchange",
          recordType: "ExchangeItemAggregated",
          operation: "MailItemsAccessed",
          more: { MailboxOwnerUPN: person.email, Logon_Type: "Owner", ClientInfoString: "Client=REST;" },
        }),
      ),
    ];
  },
};
