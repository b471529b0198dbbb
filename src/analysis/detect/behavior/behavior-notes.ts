/** The documentation of a behavioral detector: why it matters, and what else can cause it. */
export interface BehaviorNote {
  readonly why: string;
  readonly falsePositives: string;
}

export const BEHAVIOR_NOTES: Readonly<Record<string, BehaviorNote>> = {
  impossible_travel: {
    why: "Two successful sign-ins of one user are too far apart for the time between them, so one of them may not be the user.",
    falsePositives: "VPN exits in another country; a route that repeats on several days is suppressed.",
  },
  rare_country: {
    why: "A user signs in from a country that is not in their own history. Stolen credentials are often used from elsewhere.",
    falsePositives: "Travel.",
  },
  organization_country: {
    why: "A user signs in from a country from which nobody in the organization has signed in within the observed history.",
    falsePositives: "New offices, and the first trip to a country.",
  },
  rare_app: {
    why: "A user starts to use an application with few or no other users in the organization, as intruders do who explore.",
    falsePositives: "Trials of new services.",
  },
  new_device_agent: {
    why: "A device or client that is new for the user signs in with one factor, or from a scripted client.",
    falsePositives: "New laptops and browsers.",
  },
  mfa_fatigue: {
    why: "An attacker with the password sends second-factor requests repeatedly until the user approves one.",
    falsePositives: "A phone without reception.",
  },
  password_spray: {
    why: "One address tries a few passwords on many accounts, which stays below the lockout threshold of each account.",
    falsePositives: "A shared office address on the day after a forced password change.",
  },
  brute_force: {
    why: "Many wrong passwords for one account; a later success from the same address suggests a guessed password.",
    falsePositives: "A phone or service with an old saved password.",
  },
  ssh_sweep: {
    why: "One address tries passwords on several machines, with few attempts on each.",
    falsePositives: "Inventory and monitoring with an old password.",
  },
  session_replay: {
    why: "One session is used from two countries or two operating systems within a short time, as a stolen token is.",
    falsePositives: "A change of network during a session.",
  },
  phish_click_signin: {
    why: "A user clicks through to a phishing page, and soon afterwards the account signs in from a new country, device or client.",
    falsePositives: "A new device on the day of a phishing exercise.",
  },
  mass_download: {
    why: "A user downloads more distinct files in a few minutes than a person opens, as in data theft.",
    falsePositives: "Synchronization of a new computer.",
  },
  download_volume: {
    why: "A user downloads far more files in a day than on their usual days.",
    falsePositives: "Migrations and the handover of a project.",
  },
  external_share_burst: {
    why: "Many items are shared by anonymous link or with external users within a short time.",
    falsePositives: "The start of a project with a partner.",
  },
  label_downgrade: {
    why: "A user removes or lowers the sensitivity label of several items, which often precedes sending them out.",
    falsePositives: "Correction of documents that were labeled wrongly.",
  },
  label_downgrade_exfiltration: {
    why: "An item is downloaded or shared externally soon after its label was lowered or removed.",
    falsePositives: "Publication of a document.",
  },
  mass_delete: {
    why: "Many files or several cloud resources are deleted in a short time, or one right after its protection was removed.",
    falsePositives: "Clean-up, and tear-down of test environments.",
  },
  app_credential_use: {
    why: "An application gets a new credential and is then used from an address that is not in its history.",
    falsePositives: "Planned rotation together with a move to other machines.",
  },
  privilege_then_use: {
    why: "A user gets a role outside of PIM activation and uses it soon afterwards; more severe when self-assigned.",
    falsePositives: "Urgent repairs.",
  },
  dormant_account: {
    why: "An account without sign-ins for months is used again; nobody would notice its misuse.",
    falsePositives: "Return from long leave.",
  },
  off_hours: {
    why: "A user is active at an hour of the week at which they are rarely active. Severity none: it only supports other findings.",
    falsePositives: "Night shifts and travel.",
  },
  directory_recon: {
    why: "Many distinct directory queries about privileged accounts, groups and rights, as in the search for a path to an administrator.",
    falsePositives: "Inventory tools.",
  },
  provisioning_anomaly: {
    why: "A provisioning job disables or deletes many accounts in a short time.",
    falsePositives: "The end of a contract with many people.",
  },
  provisioned_then_privileged: {
    why: "A new account gets a role within a day, as intruders do with an account of their own.",
    falsePositives: "Onboarding of administrators.",
  },
  payment_fraud: {
    why: "A payment mail from an unknown sender, and an inbox rule of its recipient that moves, deletes or forwards mail.",
    falsePositives: "A new supplier, and inbox rules for tidying up.",
  },
  consent_after_risk: {
    why: "A user consents to an application soon after a risky sign-in; the consent outlasts a password change.",
    falsePositives: "Travel and a new tool on the same day.",
  },
  control_weakening: {
    why: "A user who has not changed a security control within the observed history changes one.",
    falsePositives: "New members of the security team.",
  },
};
