import { appCredential } from "./app-credential.ts";
import { businessTrip } from "./business-trip.ts";
import { cloudSabotage } from "./cloud-sabotage.ts";
import { domainTheft } from "./domain-theft.ts";
import { dormantAccount } from "./dormant-account.ts";
import { illicitConsent } from "./illicit-consent.ts";
import { impossibleTravel } from "./impossible-travel.ts";
import { infectedLaptop } from "./infected-laptop.ts";
import { jumpHost } from "./jump-host.ts";
import { leaver } from "./leaver.ts";
import { leaverRun } from "./leaver-run.ts";
import { mailMigration } from "./mail-migration.ts";
import { mfaFatigue } from "./mfa-fatigue.ts";
import { passwordSpray } from "./password-spray.ts";
import { paymentFraud } from "./payment-fraud.ts";
import { phishedTakeover } from "./phished-takeover.ts";
import type { Scenario } from "./scenario.ts";
import { selfGrantedRole } from "./self-granted-role.ts";
import { serviceSecretAbuse } from "./service-secret-abuse.ts";
import { sharedFilesDeleted } from "./shared-files-deleted.ts";

export const SCENARIOS: readonly Scenario[] = [
  phishedTakeover,
  mfaFatigue,
  passwordSpray,
  impossibleTravel,
  illicitConsent,
  appCredential,
  cloudSabotage,
  leaver,
  selfGrantedRole,
  dormantAccount,
  paymentFraud,
  domainTheft,
  serviceSecretAbuse,
  sharedFilesDeleted,
  businessTrip,
  mailMigration,
  leaverRun,
  infectedLaptop,
  jumpHost,
];
