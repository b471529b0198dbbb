import { type CaseState, SEVERITIES, type Severity, type ThreatType } from "../model/vocabulary.ts";
import { DETECTION_IDS, type DetectionId } from "./detections.ts";
import { listOf } from "./list-of.ts";

/** A case in outline: who, when, what, and how far it has been handled. */
export interface Story {
  readonly pattern: string;
  readonly what: {
    readonly department: string;
    readonly threatType: ThreatType;
    readonly state: CaseState;
    /** Only of a closed case. */
    readonly closedAs?: "safe" | "duplicate";
  };
  readonly when: {
    readonly daysAgo: number;
    readonly localHour: number;
    /** From the last event to the last change of state. */
    readonly handledAfterHours: number;
  };
  /** Of each the minute since the story began, the detection and, unless it is the usual one, the severity. */
  readonly steps: readonly string[];
}

export interface Step {
  readonly minute: number;
  readonly detection: DetectionId;
  readonly severity: Severity | undefined;
}

export function stepsOf({ steps }: Story): readonly Step[] {
  return steps.map((step) => {
    const [minute, name, grade] = step.split(" ");
    const detection = DETECTION_IDS.find((id) => id === name);
    if (!detection) throw new RangeError(`No detection '${name}'`);
    return { minute: Number(minute), detection, severity: SEVERITIES.find((severity) => severity === grade) };
  });
}

export const STORIES: readonly Story[] = [
  {
    pattern: "account taken over by MFA fatigue, then mail and files carried out",
    what: { department: "Finance", threatType: "data_exfiltration", state: "enforced" },
    when: { daysAgo: 21, localHour: 6, handledAfterHours: 5 },
    steps: listOf(`
      0 rare_country, 7 mfa_fatigue high, 16 new_device, 41 mailbox_forwarding, 95 mass_download high`),
  },
  {
    pattern: "phished session replayed from abroad",
    what: { department: "Sales", threatType: "account_compromise", state: "investigating" },
    when: { daysAgo: 4, localHour: 10, handledAfterHours: 3 },
    steps: listOf("0 phish_click, 38 new_device medium, 44 rare_country, 52 session_replay"),
  },
  {
    pattern: "leaver collects confidential drawings from a familiar device",
    what: { department: "Engineering", threatType: "insider_threat", state: "pending_investigation" },
    when: { daysAgo: 6, localHour: 19, handledAfterHours: 9 },
    steps: listOf(`
      0 label_downgrade, 22 mass_download high, 190 off_hours, 1470 mass_download high,
      1512 external_share high`),
  },
  {
    pattern: "application credential used as a way to a directory role",
    what: { department: "IT Operations", threatType: "privilege_escalation", state: "investigating" },
    when: { daysAgo: 9, localHour: 21, handledAfterHours: 12 },
    steps: listOf(`
      0 directory_recon medium, 18 app_credential_added high, 27 consent_grant high,
      63 privilege_then_use high, 80 control_weakening high`),
  },
  {
    pattern: "protective settings turned off during an announced migration",
    what: { department: "IT Operations", threatType: "policy_violation", state: "closed", closedAs: "safe" },
    when: { daysAgo: 17, localHour: 18, handledAfterHours: 15 },
    steps: listOf("0 privilege_then_use, 12 control_weakening, 49 control_weakening high"),
  },
  {
    pattern: "sign-ins far apart, explained by a business trip",
    what: { department: "Sales", threatType: "account_compromise", state: "closed", closedAs: "safe" },
    when: { daysAgo: 25, localHour: 14, handledAfterHours: 20 },
    steps: listOf("0 rare_country, 31 impossible_travel, 64 new_device"),
  },
  {
    pattern: "monitoring switched off, then resources and accounts destroyed",
    what: { department: "IT Operations", threatType: "sabotage", state: "enforced" },
    when: { daysAgo: 13, localHour: 23, handledAfterHours: 2 },
    steps: listOf(`
      0 off_hours, 11 control_weakening high, 19 mass_delete, 33 mass_delete critical, 58 mass_disable`),
  },
  {
    pattern: "supplier payment diverted through a hidden mail thread",
    what: { department: "Finance", threatType: "financial_fraud", state: "discover" },
    when: { daysAgo: 3, localHour: 9, handledAfterHours: 0 },
    steps: listOf("0 phish_click, 1310 leaked_credential, 1342 mailbox_forwarding, 1515 payment_fraud"),
  },
  {
    pattern: "forgotten account found by password spray",
    what: { department: "Logistics", threatType: "account_compromise", state: "discover" },
    when: { daysAgo: 2, localHour: 3, handledAfterHours: 0 },
    steps: listOf(`
      0 password_spray, 46 brute_force medium, 71 dormant_account high, 84 rare_app, 102 directory_recon`),
  },
  {
    pattern:
      "consented application reads and shares a whole site; handled with the earlier case of the same application",
    what: { department: "Marketing", threatType: "data_exfiltration", state: "closed", closedAs: "duplicate" },
    when: { daysAgo: 19, localHour: 11, handledAfterHours: 7 },
    steps: listOf("0 consent_grant high, 57 mass_download high, 118 external_share"),
  },
  {
    pattern: "directory secrets copied with a freshly granted role",
    what: { department: "Security", threatType: "privilege_escalation", state: "discover" },
    when: { daysAgo: 1, localHour: 8, handledAfterHours: 0 },
    steps: listOf(`
      0 leaked_credential, 14 new_device medium, 36 privilege_then_use high, 49 directory_recon medium,
      61 directory_replication, 77 control_weakening high`),
  },
  {
    pattern: "customer data moved to a private application over several evenings",
    what: { department: "Customer Support", threatType: "insider_threat", state: "pending_investigation" },
    when: { daysAgo: 11, localHour: 20, handledAfterHours: 26 },
    steps: listOf(`
      0 rare_app, 26 label_downgrade, 40 mass_download, 1450 label_downgrade, 1466 mass_download high,
      2905 off_hours, 2917 external_share high`),
  },
];
