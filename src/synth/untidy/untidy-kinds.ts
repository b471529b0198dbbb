import { adminTools } from "./kinds/admin-tools.ts";
import { applicationAdministration } from "./kinds/application-administration.ts";
import { backupsAndPipelines } from "./kinds/backups-and-pipelines.ts";
import { blockedSignIns } from "./kinds/blocked-sign-ins.ts";
import { certificates } from "./kinds/certificates.ts";
import { companyMeeting } from "./kinds/company-meeting.ts";
import { developerTools } from "./kinds/developer-tools.ts";
import { domainServices } from "./kinds/domain-services.ts";
import { endpointProtection } from "./kinds/endpoint-protection.ts";
import { expiredSecrets } from "./kinds/expired-secrets.ts";
import { firewallAdministration } from "./kinds/firewall-administration.ts";
import { foreignStaff } from "./kinds/foreign-staff.ts";
import { groupAdministration } from "./kinds/group-administration.ts";
import { helpDesk } from "./kinds/help-desk.ts";
import { hostedPrograms } from "./kinds/hosted-programs.ts";
import { inboxRules } from "./kinds/inbox-rules.ts";
import { internetNoise } from "./kinds/internet-noise.ts";
import { labelChanges } from "./kinds/label-changes.ts";
import { mailAdministration } from "./kinds/mail-administration.ts";
import { mailboxMigration } from "./kinds/mailbox-migration.ts";
import { mistypedCodes } from "./kinds/mistyped-codes.ts";
import { mobileGateways } from "./kinds/mobile-gateways.ts";
import { newDevices } from "./kinds/new-devices.ts";
import { offboarding } from "./kinds/offboarding.ts";
import { onboarding } from "./kinds/onboarding.ts";
import { partnerSharing } from "./kinds/partner-sharing.ts";
import { phishingMail } from "./kinds/phishing-mail.ts";
import { policyAdministration } from "./kinds/policy-administration.ts";
import { printersAndMailboxes } from "./kinds/printers-and-mailboxes.ts";
import { remoteDesktops } from "./kinds/remote-desktops.ts";
import { roleAdministration } from "./kinds/role-administration.ts";
import { scanners } from "./kinds/scanners.ts";
import { softwareRollout } from "./kinds/software-rollout.ts";
import { stalePasswords } from "./kinds/stale-passwords.ts";
import { syncClients } from "./kinds/sync-clients.ts";
import { telemetry } from "./kinds/telemetry.ts";
import { tidyingUp } from "./kinds/tidying-up.ts";
import { travel } from "./kinds/travel.ts";
import { triedServices } from "./kinds/tried-services.ts";
import { upstreamAlerts } from "./kinds/upstream-alerts.ts";
import { vpnRollout } from "./kinds/vpn-rollout.ts";
import { webGateway } from "./kinds/web-gateway.ts";
import type { UntidyKind } from "./untidy-kind.ts";

/** Everything ordinary that happens in an untidy organization. */
export const UNTIDY_KINDS: readonly UntidyKind[] = [
  adminTools,
  applicationAdministration,
  backupsAndPipelines,
  blockedSignIns,
  certificates,
  companyMeeting,
  developerTools,
  domainServices,
  endpointProtection,
  expiredSecrets,
  firewallAdministration,
  foreignStaff,
  groupAdministration,
  helpDesk,
  inboxRules,
  internetNoise,
  labelChanges,
  mailAdministration,
  mailboxMigration,
  mistypedCodes,
  mobileGateways,
  newDevices,
  offboarding,
  onboarding,
  partnerSharing,
  phishingMail,
  policyAdministration,
  printersAndMailboxes,
  roleAdministration,
  scanners,
  softwareRollout,
  stalePasswords,
  syncClients,
  telemetry,
  tidyingUp,
  travel,
  upstreamAlerts,
  vpnRollout,
  webGateway,
  hostedPrograms,
  triedServices,
  remoteDesktops,
];
