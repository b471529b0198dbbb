/** What the behavioral detectors do not say of themselves: why they look, and what else looks like it. */
export interface BehaviorNote {
  readonly why: string;
  readonly falsePositives: string;
}

export const BEHAVIOR_NOTES: Readonly<Record<string, BehaviorNote>> = {
  impossible_travel: {
    why: "Two successful sign-ins of one person are too far apart for the time between them, so one of them is not the person.",
    falsePositives: "Private networks with an exit in another country; a route that becomes a habit is left alone.",
  },
  rare_country: {
    why: "A person is in a country where they were not seen before. Stolen passwords are used from elsewhere.",
    falsePositives: "Travel.",
  },
  organization_country: {
    why: "Nobody of the organization was seen in this country before.",
    falsePositives: "New offices, and the first journey to a country.",
  },
  rare_app: {
    why: "A person uses an application that hardly anybody uses, as intruders do who look around.",
    falsePositives: "Trials of new services.",
  },
  new_device_agent: {
    why: "A device or program that is new for the person signs in without a second factor, or from a script.",
    falsePositives: "New laptops and browsers.",
  },
  mfa_fatigue: {
    why: "Somebody who has the password asks for the second factor again and again until the person gives in.",
    falsePositives: "A telephone without reception.",
  },
  password_spray: {
    why: "One address tries a few passwords on many accounts, so that none of them is locked.",
    falsePositives: "A shared exit of an office on the day after a forced password change.",
  },
  brute_force: {
    why: "Many wrong passwords for one account, and at times the right one in the end.",
    falsePositives: "A telephone or service that still has the old password.",
  },
  ssh_sweep: {
    why: "One address guesses on several machines at once, a little on each, so that none of them sees much of it.",
    falsePositives: "Inventory and monitoring that still has an old password.",
  },
  session_replay: {
    why: "One session is used from two places or two kinds of machine at once: its token was copied.",
    falsePositives: "A change of network in the middle of a session.",
  },
  phish_click_signin: {
    why: "A person clicks through to a phishing page, and soon somebody signs in as them from something new.",
    falsePositives: "A new device on the day of a phishing exercise.",
  },
  mass_download: {
    why: "More different files in a few minutes than a person can open: data is being carried away.",
    falsePositives: "Synchronization of a new computer.",
  },
  download_volume: {
    why: "Far more downloads in a day than the person's days usually have.",
    falsePositives: "Migrations and the hand-over of a project.",
  },
  external_share_burst: {
    why: "Many items are opened to everybody, or to people outside, within a short time.",
    falsePositives: "The start of a project with a partner.",
  },
  label_downgrade: {
    why: "A person takes the sensitivity label off several items, or lowers it, which is the step before sending them out.",
    falsePositives: "Correction of documents that were labeled wrongly.",
  },
  label_downgrade_exfiltration: {
    why: "An item loses its label and soon leaves.",
    falsePositives: "Publishing of a document.",
  },
  mass_delete: {
    why: "Many files or several resources are destroyed in a short time, or one whose protection was removed just before.",
    falsePositives: "Tidying up and the tear-down of test environments.",
  },
  app_credential_use: {
    why: "An application gets another secret and is then used from an address it was never used from.",
    falsePositives: "Planned rotation together with a move to other machines.",
  },
  privilege_then_use: {
    why: "Somebody gets a role and uses it at once; graver when they gave it to themselves.",
    falsePositives: "Urgent repairs.",
  },
  dormant_account: {
    why: "An account that was silent for months is used again, and nobody would notice its misuse.",
    falsePositives: "The return from long leave.",
  },
  off_hours: {
    why: "A person is active at an hour of the week at which they hardly ever are. It only weighs on other findings.",
    falsePositives: "Night shifts and journeys.",
  },
  directory_recon: {
    why: "Many different questions about accounts, groups and rights that matter: somebody looks for a way to an administrator.",
    falsePositives: "Inventory tools.",
  },
  provisioning_anomaly: {
    why: "A provisioning job takes many accounts away at once.",
    falsePositives: "The end of a contract with many people.",
  },
  provisioned_then_privileged: {
    why: "A new account gets a role at once, which is how intruders make one for themselves.",
    falsePositives: "Onboarding of administrators.",
  },
  payment_fraud: {
    why: "A mail about money from a stranger, and a rule that hides mail from the one who got it.",
    falsePositives: "A new supplier and a tidy mailbox.",
  },
  consent_after_risk: {
    why: "Somebody whose sign-in looked stolen lets an application in, which keeps access after the password is changed.",
    falsePositives: "Travel and a new tool on the same day.",
  },
  control_weakening: {
    why: "Somebody who never changed a security control changes one.",
    falsePositives: "New staff of the security team.",
  },
};
