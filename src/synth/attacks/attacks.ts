import type { Attack } from "./attack.ts";
import { DEMO_ATTACKS } from "./demo-attacks.ts";
import { addressSpray, failedSpray } from "./kinds/address-spray.ts";
import { applianceAdministration } from "./kinds/appliance-administration.ts";
import { applicationCredential } from "./kinds/application-credential.ts";
import { certificateAbuse } from "./kinds/certificate-abuse.ts";
import { clearedLogs } from "./kinds/cleared-logs.ts";
import { consentPhishing } from "./kinds/consent-phishing.ts";
import { copiedMailFlow } from "./kinds/copied-mail-flow.ts";
import { credentialDump } from "./kinds/credential-dump.ts";
import { crowdSpray } from "./kinds/crowd-spray.ts";
import { deskTakeover } from "./kinds/desk-takeover.ts";
import { deviceCodePhishing } from "./kinds/device-code-phishing.ts";
import { directoryEnumeration } from "./kinds/directory-enumeration.ts";
import { directoryReplication } from "./kinds/directory-replication.ts";
import { distributedSpray } from "./kinds/distributed-spray.ts";
import { encryptedLibrary } from "./kinds/encrypted-library.ts";
import { federationTrust } from "./kinds/federation-trust.ts";
import { foreignDownload } from "./kinds/foreign-download.ts";
import { foreignIssuer } from "./kinds/foreign-issuer.ts";
import { forwardingToTwo } from "./kinds/forwarding-to-two.ts";
import { grantedPermission } from "./kinds/granted-permission.ts";
import { guestAbuse } from "./kinds/guest-abuse.ts";
import { hiddenPaymentThread } from "./kinds/hidden-payment-thread.ts";
import { hostBeacon } from "./kinds/host-beacon.ts";
import { infectedHost } from "./kinds/infected-host.ts";
import { innerSweep } from "./kinds/inner-sweep.ts";
import { kerberoasting } from "./kinds/kerberoasting.ts";
import { leakedSecret } from "./kinds/leaked-secret.ts";
import { loweredLabels } from "./kinds/lowered-labels.ts";
import { mailReadingApp } from "./kinds/mail-reading-app.ts";
import { mailboxExport } from "./kinds/mailbox-export.ts";
import { managedIdentity } from "./kinds/managed-identity.ts";
import { newOwnerSecret } from "./kinds/new-owner-secret.ts";
import { officeLoginFailures } from "./kinds/office-login-failures.ts";
import { publicLinks } from "./kinds/public-links.ts";
import { readSecrets } from "./kinds/read-secrets.ts";
import { remoteServices } from "./kinds/remote-services.ts";
import { remoteToken } from "./kinds/remote-token.ts";
import { reportedMalware } from "./kinds/reported-malware.ts";
import { revivedAccount } from "./kinds/revived-account.ts";
import { roleToOneself } from "./kinds/role-to-oneself.ts";
import { rotatingGuesses } from "./kinds/rotating-guesses.ts";
import { serviceUserAbroad } from "./kinds/service-user-abroad.ts";
import { sessionTheft } from "./kinds/session-theft.ts";
import { signingKeyRead } from "./kinds/signing-key-read.ts";
import { slowForeignReading } from "./kinds/slow-foreign-reading.ts";
import { slowLeaver } from "./kinds/slow-leaver.ts";
import { slowPrompts } from "./kinds/slow-prompts.ts";
import { slowSshGuessing } from "./kinds/slow-ssh-guessing.ts";
import { weakenedPolicy } from "./kinds/weakened-policy.ts";
import { wipedSubscription } from "./kinds/wiped-subscription.ts";

/** Every kind of attack that can be planted. */
export const ATTACKS: readonly Attack[] = [
  addressSpray,
  failedSpray,
  applianceAdministration,
  applicationCredential,
  certificateAbuse,
  clearedLogs,
  consentPhishing,
  credentialDump,
  deskTakeover,
  deviceCodePhishing,
  directoryReplication,
  distributedSpray,
  encryptedLibrary,
  federationTrust,
  foreignDownload,
  forwardingToTwo,
  guestAbuse,
  hiddenPaymentThread,
  hostBeacon,
  infectedHost,
  innerSweep,
  kerberoasting,
  leakedSecret,
  loweredLabels,
  mailReadingApp,
  mailboxExport,
  officeLoginFailures,
  publicLinks,
  readSecrets,
  remoteServices,
  remoteToken,
  reportedMalware,
  revivedAccount,
  roleToOneself,
  rotatingGuesses,
  sessionTheft,
  signingKeyRead,
  slowForeignReading,
  slowLeaver,
  slowPrompts,
  slowSshGuessing,
  weakenedPolicy,
  wipedSubscription,
  crowdSpray,
  directoryEnumeration,
  copiedMailFlow,
  ...DEMO_ATTACKS,
  newOwnerSecret,
  grantedPermission,
  serviceUserAbroad,
  managedIdentity,
  foreignIssuer,
];
