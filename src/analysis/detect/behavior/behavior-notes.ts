/** The documentation of a behavioral detector: why it matters, what else can cause it, what silences it and what does not. */
export interface BehaviorNote {
  readonly why: string;
  readonly falsePositives: string;
  readonly silencedBy: string;
  readonly notSilencedBy: string;
}

export const BEHAVIOR_NOTES: Readonly<Record<string, BehaviorNote>> = {
  impossible_travel: {
    why: "Two successful sign-ins or uses of a token of one user are too far apart for the time between them, so one may not be the user.",
    falsePositives: "The first use of a VPN exit in another country, or of a mobile network with a far exit.",
    silencedBy:
      "A route that repeats on three days; two places that are both usual: the same device was there on an earlier day, or the user on three; the same device on both ends, a trusted location, background use by the provider's own networks. A managed device or a jump below 1,500 km within a country makes it low.",
    notSilencedBy:
      "A second factor, a registered but unmanaged device, another user agent, use of a token without sign-in.",
  },
  rare_country: {
    why: "A user signs in from a country that is not in their own history. Stolen credentials are often used from elsewhere.",
    falsePositives: "Travel.",
    silencedBy:
      "Any earlier sign-in from the country within the baseline, a trusted location. A managed device makes it low.",
    notSilencedBy: "A second factor, failed attempts from the country, use of a token without sign-in.",
  },
  organization_country: {
    why: "A user signs in from a country from which nobody in the organization has signed in within the observed history.",
    falsePositives: "New offices, and the first trip to a country.",
    silencedBy:
      "A sign-in of anybody from the country within the baseline, a trusted location. A managed device makes it low, a second factor medium.",
    notSilencedBy: "A country that only failed attempts came from.",
  },
  rare_app: {
    why: "A user starts to use an application with few or no other users in the organization, as intruders do who explore.",
    falsePositives: "Trials of new services.",
    silencedBy: "Three users of the application within the baseline.",
    notSilencedBy: "Failed sign-ins to the application.",
  },
  new_device_agent: {
    why: "A device or client that is new for the user signs in with one factor, or from a scripted client.",
    falsePositives: "New laptops and browsers.",
    silencedBy: "A second factor with a client that is not scripted, any earlier use of the device or client.",
    notSilencedBy: "Another version of the client: versions are not compared.",
  },
  mfa_fatigue: {
    why: "An attacker with the password sends second-factor requests repeatedly until the user approves one.",
    falsePositives: "A phone without reception, which is low if the requests come from the user's own address.",
    silencedBy:
      "Requests from an address from which the user signed in within the day before are low; an approval from there is ordinary. Mistyped codes do not count.",
    notSilencedBy:
      "Requests far apart (six within six hours count), a result code other than 500121, another address for each request.",
  },
  password_spray: {
    why: "One address tries a few passwords on many accounts, within an hour or a day, which stays below the lockout threshold of each account.",
    falsePositives: "A shared office address on the day after a forced password change.",
    silencedBy:
      "Half as many users who sign in from the address as users who fail from it, so a shared office address.",
    notSilencedBy:
      "A slow pace (20 users within a day count), other result codes, addresses of one IPv6 /64, another case of names, failures that only the audit log reports.",
  },
  distributed_spray: {
    why: "Passwords are tried on many accounts from many addresses, with few accounts each, so that no address and no account stands out.",
    falsePositives: "Many people who fail away from home and go on elsewhere, such as on the day a VPN is introduced.",
    silencedBy:
      "Sign-ins of anybody from the same address within a day; a number that is usual for the organization or small for its size.",
    notSilencedBy: "A new address for each user, a slow pace, common clients and applications.",
  },
  brute_force: {
    why: "Many wrong passwords for one account, from one or rotating addresses; a later success of the attacker suggests a guessed password.",
    falsePositives: "A phone or service with an old saved password.",
    silencedBy:
      "Failures from an address from which the user signed in within the day before are low, and a success there is ordinary; so is one of a managed device or with a second factor.",
    notSilencedBy:
      "Rotating addresses (40 failures from 8 networks or 20 addresses within a day count), failures that only the audit log reports, a password that is right but stopped by a second factor.",
  },
  ssh_sweep: {
    why: "One address tries passwords on several machines, with few attempts on each.",
    falsePositives: "Inventory and monitoring with an old password.",
    silencedBy: "Fewer than two machines or thirty failures.",
    notSilencedBy: "One attempt per machine, names that do not exist.",
  },
  session_replay: {
    why: "One session is used from two countries or two operating systems within a short time, as a stolen token is.",
    falsePositives: "A change of network during a session.",
    silencedBy:
      "A managed or the same device with the same operating system makes it low; a trusted location silences it.",
    notSilencedBy: "Another address within the country is roaming, but another operating system is not.",
  },
  phish_click_signin: {
    why: "A user clicks through to a phishing page, and soon afterwards the account signs in from a new country, device or client.",
    falsePositives: "A new device on the day of a phishing exercise.",
    silencedBy: "A sign-in from the usual country, device and client.",
    notSilencedBy:
      "A click that was blocked at first and allowed later, a message that is marked as phishing only after the click.",
  },
  mass_download: {
    why: "A user downloads more distinct files in a few minutes than a person opens, as in data theft.",
    falsePositives: "Synchronization of a new computer.",
    silencedBy: "Synchronization clients, on an unmanaged device they are low.",
    notSilencedBy:
      "The same download in two tables, a spoofed user agent of a synchronization client on an unmanaged device, applications instead of people.",
  },
  download_volume: {
    why: "A user downloads far more files in a day than on their usual days.",
    falsePositives: "Migrations and the handover of a project.",
    silencedBy: "A similar number on the days before. Synchronization does not count.",
    notSilencedBy:
      "A slow pace within the day, days without downloads before, or no history at all: 1,000 files a day are reported without one, and 100 of a guest, which are severe.",
  },
  external_share_burst: {
    why: "Many items are shared by anonymous link or with external users within a short time.",
    falsePositives: "The start of a project with a partner.",
    silencedBy:
      "Recipients that the directory calls members. Domains that the user shared with on three earlier days make it low.",
    notSilencedBy: "A mail domain that resembles the own one, private mailboxes, anonymous links.",
  },
  label_downgrade: {
    why: "A user removes or lowers the sensitivity label of several items, which often precedes sending them out.",
    falsePositives: "Correction of documents that were labeled wrongly.",
    silencedBy: "Fewer than three items within a day.",
    notSilencedBy: "Items in different libraries or applications.",
  },
  mailed_files: {
    why: "A user mails many attachments to a private mailbox, or to a domain to which they never sent any.",
    falsePositives: "Private papers that somebody sends home; a new customer who gets a set of documents.",
    silencedBy:
      "A mailbox that got attachments on three earlier days, a domain that got some on any earlier day, other domains of the organization.",
    notSilencedBy:
      "A private mailbox that carries the sender's name at an unknown provider, messages that are hours apart, one large archive in place of many messages.",
  },
  label_downgrade_exfiltration: {
    why: "An item is downloaded, copied away, mailed or shared externally soon after its label was lowered or removed.",
    falsePositives: "Publication of a document.",
    silencedBy: "More than an hour between both acts.",
    notSilencedBy: "A label that is removed instead of lowered.",
  },
  mass_delete: {
    why: "Many files or several cloud resources are deleted in a short time, or one right after its protection was removed.",
    falsePositives: "Clean-up, and tear-down of test environments.",
    silencedBy: "Own files moved to the recycle bin are low; deployments and tags do not count.",
    notSilencedBy: "Purged recycle bins, libraries of others, deletions that are logged in several steps.",
  },
  app_credential_use: {
    why: "An application gets a new credential and is then used from an address that is not in its history.",
    falsePositives: "Planned rotation together with a move to other machines.",
    silencedBy: "An address of the application within the baseline.",
    notSilencedBy: "A credential of another kind, more than one new credential.",
  },
  app_permission_use: {
    why: "An application gets a far-reaching permission and is used soon afterwards from an address from which it was never used.",
    falsePositives: "A service that moves and is extended at the same time; a new service is low.",
    silencedBy:
      "Use from a known address, permissions that reach neither mail or files of everybody nor the directory.",
    notSilencedBy: "The permission was granted by an administrator from the office.",
  },
  app_owner_credential: {
    why: "An application that exists already gets a new owner, and then a credential from this owner or from who added the owner.",
    falsePositives: "A team takes over an application and replaces its secret at once.",
    silencedBy: "An application that was registered within the last seven days, a credential added by somebody else.",
    notSilencedBy: "Steps in different tables, up to three days between them, an administrator as the new owner.",
  },
  app_new_place: {
    why: "A leaked secret or certificate of an application is used from a country or network where the application never was.",
    falsePositives: "A program that moves to another provider.",
    silencedBy:
      "Another address or region of a provider (cloud or autonomous system) that the application used before, fewer than four days of activity, an application seen in more than three countries or eight networks, services of the directory's provider. A new network in a known country is low.",
    notSilencedBy: "A valid credential, the usual resource, failed sign-ins from the place before.",
  },
  app_first_act: {
    why: "An application in regular use assigns roles, changes credentials or policies, reads keys, secrets, mail or files, or runs code for the first time.",
    falsePositives: "A new version of the program or a new task of a pipeline.",
    silencedBy: "The same kind of act within the last 60 days, fewer than five days of activity before.",
    notSilencedBy: "The usual address, sufficient permissions.",
  },
  service_principal_bad_credential: {
    why: "An application fails with a wrong, expired or unknown credential: it may be one that leaked, or was not replaced everywhere. It is reported once a day with the number of failures.",
    falsePositives: "A secret that expired and was not replaced everywhere.",
    silencedBy: "Nothing but success; it is low.",
    notSilencedBy: "Several addresses, several codes.",
  },
  consent_then_use: {
    why: "A user is tricked into a consent to an application, which then reads the user's mail or files from an address of its own.",
    falsePositives: "A service that the user tries out and that reads mail or files.",
    silencedBy:
      "A consent for everybody, permissions that reach neither mail nor files, an application that the user used before, use from the address of the consent or of other applications of the user.",
    notSilencedBy: "A consent from the office and the usual device, up to three days until the first use.",
  },
  privilege_then_use: {
    why: "A user gets a role outside of PIM activation and uses it soon afterwards; more severe when self-assigned.",
    falsePositives: "Urgent repairs.",
    silencedBy: "Activation through PIM, more than a day between both acts.",
    notSilencedBy: "A role on a cloud resource instead of a directory role.",
  },
  dormant_account: {
    why: "An account without sign-ins for months is used again; nobody would notice its misuse.",
    falsePositives: "Return from long leave.",
    silencedBy: "Any sign-in within 90 days, also in the background. On a managed device it is less severe.",
    notSilencedBy:
      "A re-enabled account: 30 days are enough then. One factor without a known device, or a script, is more severe.",
  },
  off_hours: {
    why: "A user is active at an hour of the week at which they are rarely active. Severity none: it only supports other findings.",
    falsePositives: "Night shifts and travel.",
    silencedBy: "It never makes a case alone.",
    notSilencedBy: "A single active hour is enough.",
  },
  directory_recon: {
    why: "Many distinct directory queries about privileged accounts, groups and rights, as in the search for a path to an administrator.",
    falsePositives: "Inventory tools.",
    silencedBy: "Fewer than 20 distinct queries within ten minutes.",
    notSilencedBy: "Queries over several protocols.",
  },
  provisioning_anomaly: {
    why: "A provisioning job disables or deletes many accounts in a short time.",
    falsePositives: "The end of a contract with many people.",
    silencedBy: "Fewer than 20 removals within an hour.",
    notSilencedBy: "Disabling instead of deleting.",
  },
  provisioned_then_privileged: {
    why: "A new account gets a role within a day, as intruders do with an account of their own.",
    falsePositives: "Onboarding of administrators.",
    silencedBy: "More than a day between both acts.",
    notSilencedBy: "A role on a cloud resource instead of a directory role.",
  },
  payment_fraud: {
    why: "A payment mail from an unknown sender, and an inbox rule of its recipient that moves, deletes or forwards mail.",
    falsePositives: "A new supplier, and inbox rules for tidying up.",
    silencedBy: "A sender who wrote before, no inbox rule within seven days.",
    notSilencedBy: "A look-alike of the own domain counts as an unknown sender.",
  },
  consent_after_risk: {
    why: "A user consents to an application soon after a risky sign-in; the consent outlasts a password change.",
    falsePositives: "Travel and a new tool on the same day.",
    silencedBy: "More than a day between both acts, risk that was dismissed.",
    notSilencedBy: "A user's consent instead of an administrator's.",
  },
  network_sweep: {
    why: "One address tries one port on many hosts, or many ports of one host, as in the search for a way on.",
    falsePositives: "Vulnerability scanners and inventory.",
    silencedBy:
      "An exception for the address of the scanner. Attempts from the internet that the firewall blocks, and everyday ports, are not counted.",
    notSilencedBy: "Spreading the attempts over a day, refused connections from inside, several ports at once.",
  },
  network_beacon: {
    why: "A host contacts one address on the internet at a steady interval, with little data, and hardly any other host does. Malware asks for its orders like this.",
    falsePositives: "Agents of uncommon services.",
    silencedBy:
      "More than two hosts that contact the address, large transfers, names of common services, an exception for the address.",
    notSilencedBy:
      "Variation of the interval of up to 30 percent, intervals from seconds to two hours, a host name, encryption.",
  },
  object_enumeration: {
    why: "An account reads many different objects, accounts or groups in minutes, as tools do that map a domain.",
    falsePositives: "Inventory, migration and audit tools.",
    silencedBy:
      "Accounts of machines and of the synchronization, by their name; fewer than 60 objects within ten minutes.",
    notSilencedBy: "Reading through another event or protocol, repeated reading of the same objects in between.",
  },
  key_store_sweep: {
    why: "A caller reads many different secrets, keys or credentials of cloud resources in minutes.",
    falsePositives: "Migration of a key store, and rotation of secrets by hand.",
    silencedBy: "Fewer than 8 within 30 minutes. Of an application it is of low severity, because pipelines do so.",
    notSilencedBy: "Mixing vaults, storage keys and cluster credentials.",
  },
  control_weakening: {
    why: "A user who has not changed a security control within the observed history weakens one, or changes one in a way that the row does not show. Changes that strengthen a control are not counted.",
    falsePositives: "New members of the security team.",
    silencedBy: "An earlier such change by the same user within the baseline; a change that strengthens a control.",
    notSilencedBy:
      "Another kind of control, another table that reports it, a strengthening part beside a weakening one.",
  },
};
