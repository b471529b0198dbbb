import { keysOf, type Severity, type Signal, type Source } from "../model/vocabulary.ts";

/** One kind of finding. Words in braces are filled from what happened. */
export interface Detection {
  readonly title: string;
  readonly summary: string;
  readonly attack: { readonly tactics: readonly string[]; readonly techniques: readonly string[] };
  readonly seen: {
    readonly source: Source;
    readonly signal: Signal;
    readonly severity: Severity;
    /** How often it appears on an ordinary day; 0 appears in cases only. */
    readonly weight: number;
    /** Between what {count} lies. */
    readonly count?: readonly [least: number, most: number];
  };
}

const DETECTIONS = {
  rare_country: {
    title: "First sign-in from a new country",
    summary: "{name} signed in from {country} for the first time in 90 days.",
    attack: { tactics: ["initial_access"], techniques: ["T1078"] },
    seen: { source: "entra_signin", signal: "core_iam", severity: "medium", weight: 8 },
  },
  impossible_travel: {
    title: "Impossible travel between two sign-ins",
    summary: "{name} signed in from {city} and, {count} minutes later, from {country}.",
    attack: { tactics: ["initial_access"], techniques: ["T1078"] },
    seen: { source: "identity_logon", signal: "zero_trust", severity: "high", weight: 0, count: [20, 70] },
  },
  rare_app: {
    title: "Sign-in to an application that is rare here",
    summary: "{name} signed in to {app} for the first time in 180 days; hardly anybody else here uses it.",
    attack: { tactics: ["discovery"], techniques: ["T1526"] },
    seen: { source: "entra_signin", signal: "saas", severity: "low", weight: 16 },
  },
  new_device: {
    title: "Sign-in from a new device",
    summary: "{name} signed in from {device}, not seen in 30 days, from {ip}.",
    attack: { tactics: ["initial_access"], techniques: ["T1078"] },
    seen: { source: "entra_signin", signal: "device_trust", severity: "low", weight: 20 },
  },
  mfa_fatigue: {
    title: "Repeated MFA prompts denied",
    summary: "{name} denied {count} MFA prompts within ten minutes; they came from {ip}.",
    attack: { tactics: ["credential_access"], techniques: ["T1621"] },
    seen: { source: "entra_signin", signal: "mfa", severity: "medium", weight: 3, count: [6, 19] },
  },
  password_spray: {
    title: "Password spray from one address",
    summary: "{ip} tried {count} accounts within an hour, {name} among them.",
    attack: { tactics: ["credential_access"], techniques: ["T1110.003"] },
    seen: { source: "entra_signin", signal: "core_iam", severity: "medium", weight: 4, count: [12, 140] },
  },
  brute_force: {
    title: "Many failed logons for one account",
    summary: "{count} failed logons for {name} on {host} within an hour.",
    attack: { tactics: ["credential_access"], techniques: ["T1110"] },
    seen: { source: "windows_security", signal: "core_iam", severity: "low", weight: 9, count: [30, 220] },
  },
  session_replay: {
    title: "One session used from two places",
    summary: "The session of {name} was used from {city} and from {country} within the same hour.",
    attack: { tactics: ["credential_access", "lateral_movement"], techniques: ["T1550.004"] },
    seen: { source: "entra_signin", signal: "zero_trust", severity: "high", weight: 0 },
  },
  leaked_credential: {
    title: "Account marked at risk by the directory",
    summary: "The directory reports unusual sign-in properties for {name} at {ip}.",
    attack: { tactics: ["initial_access"], techniques: ["T1078"] },
    seen: { source: "entra_risk", signal: "core_iam", severity: "medium", weight: 4 },
  },
  phish_click: {
    title: "Click on a link later judged phishing",
    summary: "{name} opened a link to {domain} from a message that was later judged phishing.",
    attack: { tactics: ["initial_access"], techniques: ["T1566.002"] },
    seen: { source: "url_click", signal: "communications", severity: "medium", weight: 6 },
  },
  malware_attachment: {
    title: "Message with a suspicious attachment delivered",
    summary: "{name} received an attachment from {domain} that is known to carry malware.",
    attack: { tactics: ["initial_access"], techniques: ["T1566.001"] },
    seen: { source: "email_attachment", signal: "communications", severity: "low", weight: 8 },
  },
  late_removal: {
    title: "Message removed after delivery",
    summary: "A message from {domain} to {name} was removed {count} minutes after delivery.",
    attack: { tactics: ["initial_access"], techniques: ["T1566"] },
    seen: { source: "email_post_delivery", signal: "communications", severity: "none", weight: 10, count: [4, 190] },
  },
  payment_fraud: {
    title: "Payment request from a look-alike sender",
    summary: "A first-time sender at {domain} asked {name} to change the bank details of a supplier.",
    attack: { tactics: ["initial_access", "impact"], techniques: ["T1566", "T1657"] },
    seen: { source: "email", signal: "communications", severity: "high", weight: 0 },
  },
  mailbox_forwarding: {
    title: "Inbox rule forwards mail outside",
    summary: "An inbox rule of {name} forwards messages about invoices to an address at {domain}.",
    attack: { tactics: ["collection", "exfiltration"], techniques: ["T1114.003"] },
    seen: { source: "office_activity", signal: "communications", severity: "high", weight: 0 },
  },
  mass_download: {
    title: "Unusually many files downloaded",
    summary: "{name} downloaded {count} files from {site} in one day, far above the usual number.",
    attack: { tactics: ["collection"], techniques: ["T1213.002"] },
    seen: { source: "office_activity", signal: "productivity", severity: "medium", weight: 6, count: [110, 640] },
  },
  external_share: {
    title: "Burst of sharing with outsiders",
    summary: "{name} shared {count} files of {site} with addresses outside the organization within an hour.",
    attack: { tactics: ["exfiltration"], techniques: ["T1567.002"] },
    seen: { source: "cloud_app", signal: "productivity", severity: "medium", weight: 5, count: [10, 48] },
  },
  label_downgrade: {
    title: "Sensitivity labels lowered",
    summary: "{name} lowered or removed the label of {count} confidential files of {site}.",
    attack: { tactics: ["defense_evasion"], techniques: ["T1562"] },
    seen: { source: "information_protection", signal: "productivity", severity: "medium", weight: 3, count: [3, 26] },
  },
  mass_delete: {
    title: "Many items deleted within minutes",
    summary: "{name} deleted {count} items of {site} within ten minutes.",
    attack: { tactics: ["impact"], techniques: ["T1485"] },
    seen: { source: "azure_activity", signal: "cloud", severity: "high", weight: 0, count: [50, 380] },
  },
  consent_grant: {
    title: "Consent to an application with wide scopes",
    summary: "{name} consented to {app}, which may read mail and files at any time.",
    attack: { tactics: ["persistence"], techniques: ["T1528"] },
    seen: { source: "entra_audit", signal: "saas", severity: "medium", weight: 4 },
  },
  app_credential_added: {
    title: "Credential added to an application",
    summary: "{name} added a client secret to {nhi} without having managed it before.",
    attack: { tactics: ["persistence"], techniques: ["T1098.001"] },
    seen: { source: "entra_audit", signal: "iga", severity: "medium", weight: 2 },
  },
  privilege_then_use: {
    title: "New privilege used soon after it was granted",
    summary: "{name} received {role} outside the request path and used it {count} minutes later.",
    attack: { tactics: ["privilege_escalation"], techniques: ["T1098.003"] },
    seen: { source: "entra_audit", signal: "pam", severity: "medium", weight: 3, count: [3, 55] },
  },
  directory_recon: {
    title: "Directory searched for sensitive objects",
    summary: "{name} sent {count} queries about administrators and service accounts from {host}.",
    attack: { tactics: ["discovery"], techniques: ["T1087.002"] },
    seen: { source: "identity_query", signal: "infrastructure", severity: "low", weight: 4, count: [20, 90] },
  },
  directory_replication: {
    title: "Directory replication by an account that is no controller",
    summary: "{name} asked for replication of the directory's secrets from {host}.",
    attack: { tactics: ["credential_access"], techniques: ["T1003.006"] },
    seen: { source: "identity_directory", signal: "infrastructure", severity: "critical", weight: 0 },
  },
  control_weakening: {
    title: "Protective setting weakened",
    summary: "{name} turned off {control}, a change this account had never made before.",
    attack: { tactics: ["defense_evasion"], techniques: ["T1562.001"] },
    seen: { source: "entra_audit", signal: "zero_trust", severity: "medium", weight: 3 },
  },
  dormant_account: {
    title: "Account active again after long silence",
    summary: "{name} signed in after {count} days without any activity.",
    attack: { tactics: ["persistence"], techniques: ["T1078"] },
    seen: { source: "identity_logon", signal: "core_iam", severity: "medium", weight: 0, count: [95, 240] },
  },
  off_hours: {
    title: "Activity at an unusual hour",
    summary: "{name} was active at an hour in which less than 1 % of earlier activity falls.",
    attack: { tactics: ["collection"], techniques: ["T1074"] },
    seen: { source: "behavior_analytics", signal: "productivity", severity: "none", weight: 16 },
  },
  blocked_connection: {
    title: "Connection to a blocked destination",
    summary: "The gateway refused {count} connections of {name} to {domain}.",
    attack: { tactics: ["command_and_control"], techniques: ["T1071"] },
    seen: { source: "cef", signal: "network", severity: "low", weight: 12, count: [2, 40] },
  },
  endpoint_anomaly: {
    title: "Unusual process activity on a device",
    summary: "{device} of {name} ran {count} processes that no other device of the organization runs.",
    attack: { tactics: ["execution"], techniques: ["T1059"] },
    seen: { source: "anomalies", signal: "endpoint_security", severity: "low", weight: 6, count: [2, 7] },
  },
  mass_disable: {
    title: "Many accounts disabled by provisioning",
    summary: "A run started by {name} disabled {count} accounts within an hour.",
    attack: { tactics: ["impact"], techniques: ["T1531"] },
    seen: { source: "entra_provisioning", signal: "iga", severity: "high", weight: 0, count: [21, 64] },
  },
  ssh_guessing: {
    title: "SSH passwords guessed against a host",
    summary: "{ip} failed {count} SSH logons on {host}; no known user is involved.",
    attack: { tactics: ["credential_access"], techniques: ["T1110.001"] },
    seen: { source: "syslog", signal: "infrastructure", severity: "low", weight: 3, count: [40, 900] },
  },
} as const satisfies Readonly<Record<string, Detection>>;
export type DetectionId = keyof typeof DETECTIONS;

export const DETECTION_IDS = keysOf(DETECTIONS);

export const detectionOf = (id: DetectionId): Detection => DETECTIONS[id];
