import type { StatefulDetector } from "../stateful-detector.ts";
import { appCredentialUse } from "./app-credential-use.ts";
import { type BehaviourOverrides, toBehaviourSettings } from "./behaviour-settings.ts";
import { bruteForce } from "./brute-force.ts";
import { consentAfterRisk } from "./consent-after-risk.ts";
import { controlWeakening } from "./control-weakening.ts";
import { directoryRecon } from "./directory-recon.ts";
import { dormantAccount } from "./dormant-account.ts";
import { downloadVolume } from "./download-volume.ts";
import { externalShareBurst } from "./external-share-burst.ts";
import { impossibleTravel } from "./impossible-travel.ts";
import { labelDowngrade, labelDowngradeExfiltration } from "./label-downgrade.ts";
import { massDelete } from "./mass-delete.ts";
import { massDownload } from "./mass-download.ts";
import { mfaFatigue } from "./mfa-fatigue.ts";
import { newDeviceAgent } from "./new-device-agent.ts";
import { offHours } from "./off-hours.ts";
import { passwordSpray } from "./password-spray.ts";
import { paymentFraud } from "./payment-fraud.ts";
import { phishClickSignin } from "./phish-click-signin.ts";
import { privilegeThenUse } from "./privilege-then-use.ts";
import { provisionedThenPrivileged, provisioningAnomaly } from "./provisioning-anomaly.ts";
import { rareApp } from "./rare-app.ts";
import { organizationCountry, rareCountry } from "./rare-country.ts";
import { sessionReplay } from "./session-replay.ts";
import { sshSweep } from "./ssh-sweep.ts";

/** The detectors that compare a row with what came before it, with a domain's own numbers where it has any. */
export function createBehaviours(overrides: BehaviourOverrides = {}): readonly StatefulDetector[] {
  const settings = toBehaviourSettings(overrides);
  return [
    impossibleTravel(settings.impossibleTravel),
    rareCountry(settings.rareCountry),
    organizationCountry(settings.organizationCountry),
    rareApp(settings.rareApp),
    newDeviceAgent(settings.newDeviceAgent),
    mfaFatigue(settings.mfaFatigue),
    passwordSpray(settings.passwordSpray),
    bruteForce(settings.bruteForce),
    sshSweep(settings.sshSweep),
    sessionReplay(settings.sessionReplay),
    phishClickSignin(settings.phishClickSignin),
    massDownload(settings.massDownload),
    downloadVolume(settings.downloadVolume),
    externalShareBurst(settings.externalShareBurst),
    labelDowngrade(settings.labelDowngrade),
    labelDowngradeExfiltration(settings.labelDowngradeExfiltration),
    massDelete(settings.massDelete),
    appCredentialUse(settings.appCredentialUse),
    privilegeThenUse(settings.privilegeThenUse),
    dormantAccount(settings.dormantAccount),
    offHours(settings.offHours),
    directoryRecon(settings.directoryRecon),
    provisioningAnomaly(settings.provisioningAnomaly),
    provisionedThenPrivileged(settings.provisionedThenPrivileged),
    paymentFraud(settings.paymentFraud),
    consentAfterRisk(settings.consentAfterRisk),
    controlWeakening(settings.controlWeakening),
  ];
}

export const BEHAVIOURS: readonly StatefulDetector[] = createBehaviours();
