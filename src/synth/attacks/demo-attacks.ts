import { domainTheft } from "../scenarios/domain-theft.ts";
import { impossibleTravel } from "../scenarios/impossible-travel.ts";
import { infectedLaptop } from "../scenarios/infected-laptop.ts";
import { jumpHost } from "../scenarios/jump-host.ts";
import { leaver } from "../scenarios/leaver.ts";
import { mfaFatigue } from "../scenarios/mfa-fatigue.ts";
import { phishedTakeover } from "../scenarios/phished-takeover.ts";
import { sharedFilesDeleted } from "../scenarios/shared-files-deleted.ts";
import type { Attack } from "./attack.ts";
import { fromScenario } from "./from-scenario.ts";

/** The attacks that the demo shows too. */
export const DEMO_ATTACKS: readonly Attack[] = [
  fromScenario({ scenario: phishedTakeover, hours: 6, types: ["account_compromise", "data_exfiltration"] }),
  fromScenario({ scenario: mfaFatigue, hours: 2, types: ["account_compromise"] }),
  fromScenario({ scenario: impossibleTravel, hours: 2, types: ["account_compromise"] }),
  fromScenario({ scenario: infectedLaptop, hours: 3, types: ["account_compromise", "sabotage", "data_exfiltration"] }),
  fromScenario({ scenario: jumpHost, hours: 2, types: ["account_compromise", "privilege_escalation"] }),
  fromScenario({ scenario: leaver, hours: 3, types: ["insider_threat", "data_exfiltration"] }),
  fromScenario({ scenario: sharedFilesDeleted, hours: 2, types: ["sabotage"] }),
  fromScenario({ scenario: domainTheft, hours: 3, types: ["privilege_escalation", "account_compromise"] }),
];
