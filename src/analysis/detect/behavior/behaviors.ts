import type { StatefulDetector } from "../stateful-detector.ts";
import type { BehaviorOverrides, BehaviorSettings } from "./behavior-settings.ts";
import { appCredentialUse } from "./detectors/app-credential-use.ts";
import { appDirectorySurvey } from "./detectors/app-directory-survey.ts";
import { appDormant } from "./detectors/app-dormant.ts";
import { appFirstAct } from "./detectors/app-first-act.ts";
import { appNewPlace } from "./detectors/app-new-place.ts";
import { appOwnerCredential } from "./detectors/app-owner-credential.ts";
import { appPermissionUse } from "./detectors/app-permission-use.ts";
import { badCredential } from "./detectors/bad-credential.ts";
import { bruteForce } from "./detectors/brute-force.ts";
import { certificateLogOn } from "./detectors/certificate-log-on.ts";
import { computeBurst } from "./detectors/compute-burst.ts";
import { consentAfterRisk } from "./detectors/consent-after-risk.ts";
import { consentThenUse } from "./detectors/consent-then-use.ts";
import { controlWeakening } from "./detectors/control-weakening.ts";
import { directoryRecon } from "./detectors/directory-recon.ts";
import { distributedSpray } from "./detectors/distributed-spray.ts";
import { dormantAccount } from "./detectors/dormant-account.ts";
import { downloadShift } from "./detectors/download-shift.ts";
import { downloadVolume } from "./detectors/download-volume.ts";
import { externalShareBurst } from "./detectors/external-share-burst.ts";
import { firstDomainGrant } from "./detectors/first-domain-grant.ts";
import { impossibleTravel } from "./detectors/impossible-travel.ts";
import { keyStoreSweep } from "./detectors/key-store-sweep.ts";
import { labelDowngrade, labelDowngradeExfiltration } from "./detectors/label-downgrade.ts";
import { largeUpload } from "./detectors/large-upload.ts";
import { logonFanOut } from "./detectors/logon-fan-out.ts";
import { lookAlikePartner } from "./detectors/look-alike-partner.ts";
import { mailboxOfOther } from "./detectors/mailbox-of-other.ts";
import { mailedFiles } from "./detectors/mailed-files.ts";
import { massDelete } from "./detectors/mass-delete.ts";
import { massDownload } from "./detectors/mass-download.ts";
import { massEncryption } from "./detectors/mass-encryption.ts";
import { mfaFatigue } from "./detectors/mfa-fatigue.ts";
import { networkBeacon } from "./detectors/network-beacon.ts";
import { networkSpray } from "./detectors/network-spray.ts";
import { networkSweep } from "./detectors/network-sweep.ts";
import { newDeviceAgent } from "./detectors/new-device-agent.ts";
import { objectEnumeration } from "./detectors/object-enumeration.ts";
import { passwordSpray } from "./detectors/password-spray.ts";
import { paymentFraud } from "./detectors/payment-fraud.ts";
import { phishClickSignin } from "./detectors/phish-click-signin.ts";
import { privilegeThenUse } from "./detectors/privilege-then-use.ts";
import { provisionedThenPrivileged, provisioningAnomaly } from "./detectors/provisioning-anomaly.ts";
import { rareApp } from "./detectors/rare-app.ts";
import { organizationCountry, rareCountry } from "./detectors/rare-country.ts";
import { remoteSignIn } from "./detectors/remote-sign-in.ts";
import { repeatedUpload } from "./detectors/repeated-upload.ts";
import { resetAfterFailures } from "./detectors/reset-after-failures.ts";
import { serviceAccountSignIn } from "./detectors/service-account-sign-in.ts";
import { sessionReplay } from "./detectors/session-replay.ts";
import { shareSweep } from "./detectors/share-sweep.ts";
import { sharedExit } from "./detectors/shared-exit.ts";
import { sshNewPlace } from "./detectors/ssh-new-place.ts";
import { sshSweep } from "./detectors/ssh-sweep.ts";
import { toBehaviorSettings } from "./merge-settings.ts";

/** Creates the behavioral detectors, with the settings a domain overrides. */
export function createBehaviors(overrides: BehaviorOverrides = {}): readonly StatefulDetector[] {
  const settings = toBehaviorSettings(overrides);
  return [...signInBehaviors(settings), ...useBehaviors(settings)];
}

/** The detectors of how people and programs sign in. */
function signInBehaviors(settings: BehaviorSettings): readonly StatefulDetector[] {
  return [
    impossibleTravel(settings.impossibleTravel),
    rareCountry(settings.rareCountry),
    organizationCountry(settings.organizationCountry),
    sharedExit(settings.sharedExit),
    rareApp(settings.rareApp),
    newDeviceAgent(settings.newDeviceAgent),
    mfaFatigue(settings.mfaFatigue),
    passwordSpray(settings.passwordSpray),
    distributedSpray(settings.distributedSpray),
    networkSpray(settings.networkSpray),
    bruteForce(settings.bruteForce),
    sshSweep(settings.sshSweep),
    sshNewPlace(settings.sshNewPlace),
    remoteSignIn(settings.remoteSignIn),
    logonFanOut(settings.logonFanOut),
    certificateLogOn(settings.certificateLogOn),
    serviceAccountSignIn(settings.serviceAccountSignIn),
    resetAfterFailures(settings.resetAfterFailures),
    sessionReplay(settings.sessionReplay),
    phishClickSignin(settings.phishClickSignin),
  ];
}

/** The detectors of what accounts, applications and hosts do. */
function useBehaviors(settings: BehaviorSettings): readonly StatefulDetector[] {
  return [
    massDownload(settings.massDownload),
    downloadVolume(settings.downloadVolume),
    downloadShift(settings.downloadShift),
    externalShareBurst(settings.externalShareBurst),
    mailedFiles(settings.mailedFiles),
    repeatedUpload(settings.repeatedUpload),
    mailboxOfOther(settings.mailboxOfOther),
    labelDowngrade(settings.labelDowngrade),
    labelDowngradeExfiltration(settings.labelDowngradeExfiltration),
    shareSweep(settings.shareSweep),
    massDelete(settings.massDelete),
    massEncryption(settings.massEncryption),
    appCredentialUse(settings.appCredentialUse),
    appPermissionUse(settings.appPermissionUse),
    appOwnerCredential(settings.appOwnerCredential),
    appNewPlace(settings.appNewPlace),
    appFirstAct(settings.appFirstAct),
    appDormant(settings.appDormant),
    appDirectorySurvey(settings.appDirectorySurvey),
    badCredential(settings.servicePrincipalBadCredential),
    consentThenUse(settings.consentThenUse),
    privilegeThenUse(settings.privilegeThenUse),
    firstDomainGrant(settings.firstDomainGrant),
    dormantAccount(settings.dormantAccount),
    directoryRecon(settings.directoryRecon),
    provisioningAnomaly(settings.provisioningAnomaly),
    provisionedThenPrivileged(settings.provisionedThenPrivileged),
    paymentFraud(settings.paymentFraud),
    lookAlikePartner(settings.lookAlikePartner),
    consentAfterRisk(settings.consentAfterRisk),
    controlWeakening(settings.controlWeakening),
    networkSweep(settings.networkSweep),
    networkBeacon(settings.networkBeacon),
    largeUpload(settings.largeUpload),
    objectEnumeration(settings.objectEnumeration),
    keyStoreSweep(settings.keyStoreSweep),
    computeBurst(settings.computeBurst),
  ];
}

export const BEHAVIORS: readonly StatefulDetector[] = createBehaviors();
