import type { BehaviorNote } from "./behavior-note.ts";
import { SIGN_IN_NOTES } from "./sign-in-notes.ts";

export const BEHAVIOR_NOTES: Readonly<Record<string, BehaviorNote>> = {
  ...SIGN_IN_NOTES,
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
    silencedBy: "A similar number on the days before. Synchronization does not count. Three times the limit is severe.",
    notSilencedBy:
      "A slow pace within the day, days without downloads before, or no history at all: 1,000 files a day are reported without one, and 100 of a guest, which are severe.",
  },
  download_shift: {
    why: "Somebody who is about to leave takes files along over days, a few dozen at a time, so that no day stands out.",
    falsePositives: "A new project or an audit for which somebody reads many documents.",
    silencedBy:
      "Two days with as many downloads in the four weeks before, fewer than five such days within nine, fewer than 20 files a day or five times the usual number, less than two weeks of history. Synchronization does not count.",
    notSilencedBy: "A slow pace, days off in between, files of several sites, one exceptional day in the past.",
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
  repeated_upload: {
    why: "Somebody takes a few files a day to private storage, so that no day and no transfer stands out.",
    falsePositives: "Private photos and a private backup during work.",
    silencedBy:
      "Fewer than five days within two weeks, a service to which more than two people upload, transfers below 256 KiB, blocked ones.",
    notSilencedBy: "Small numbers on each day, pauses of days, another host of the same service.",
  },
  mailbox_of_other: {
    why: "Somebody gives the own account access to a mailbox and reads it, or reads many items of a mailbox that they never opened.",
    falsePositives: "An assistant or a successor who takes over a mailbox, which is low.",
    silencedBy:
      "A mailbox that the account read within the last 30 days, fewer than 100 records on a day, two other mailboxes that the account reads. None of this holds within 72 hours after giving oneself access.",
    notSilencedBy: "Permissions that allow it, a familiar address, a pause between permission and reading.",
  },
  label_downgrade_exfiltration: {
    why: "An item is downloaded, copied away, mailed or shared externally soon after its label was lowered or removed.",
    falsePositives: "Publication of a document.",
    silencedBy: "More than an hour between both acts.",
    notSilencedBy: "A label that is removed instead of lowered.",
  },
  share_sweep: {
    why: "Somebody who has an account looks through a file server for what is worth taking: files of many folders within minutes.",
    falsePositives: "A search or a move of folders in the file manager; a program that indexes a share.",
    silencedBy:
      "A third as many files within a day on an earlier day of the last two weeks, fewer than 40 files or ten folders within ten minutes, accounts of machines.",
    notSilencedBy: "Night or day, several servers, reading through one share after the other.",
  },
  mass_delete: {
    why: "Many files or several cloud resources are deleted in a short time, or one right after its protection was removed.",
    falsePositives: "Clean-up, and tear-down of test environments.",
    silencedBy: "Own files moved to the recycle bin are low; deployments and tags do not count.",
    notSilencedBy:
      "Purged recycle bins, libraries of others, file servers in place of libraries, deletions that are logged in several steps.",
  },
  mass_encryption: {
    why: "Ransomware writes each document again under a name with a new ending. Check first which device or session does it, isolate it, and end the sessions of the account before files are restored.",
    falsePositives: "A first run of a program that encrypts or converts documents on purpose.",
    silencedBy:
      "Endings that common programs add (archives, signatures, temporary copies, numbers), an account that did the same on two days of the last two weeks.",
    notSilencedBy:
      "An ending that replaces the old one, another ending for each file, a slow pace within a day, writes on a share in place of a library, an ending on no list of known families.",
  },
  compute_burst: {
    why: "Stolen cloud accounts are used to compute for others at the organization's expense, on as many machines as the quota allows. Check first who the caller is and where it signed in, then delete the machines.",
    falsePositives: "The first deployment of a large environment by a person.",
    silencedBy:
      "A third as many new machines by the same caller on two days of the last 30, changes of machines that exist, failed operations.",
    notSilencedBy:
      "Machines in several groups or subscriptions, containers and pools in place of machines, applications in place of people.",
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
    why: "An application in regular use assigns roles, changes credentials or policies, reads keys, secrets, mail or files, searches, changes or sends mail, or runs code for the first time; or a managed identity asks for a resource with such powers for the first time.",
    falsePositives: "A new version of the program or a new task of a pipeline.",
    silencedBy: "The same kind of act within the last 60 days, fewer than five days of activity before.",
    notSilencedBy: "The usual address, sufficient permissions.",
  },
  app_dormant: {
    why: "An application that was retired or forgotten keeps its permissions, and nobody notices who uses its credential. Check first who owns it and where it was used from.",
    falsePositives: "A job that runs once a quarter or once a year.",
    silencedBy:
      "Any sign-in of the application within 60 days, an application that was added in that time, fewer than 21 days of sign-ins of applications on record, applications of the directory's provider.",
    notSilencedBy: "The usual address, a valid credential, another resource than before.",
  },
  app_directory_survey: {
    why: "Whoever has the credential of an application with a narrow task first looks at what else it reaches: roles, groups, other applications, grants, policies.",
    falsePositives: "A new version of a program for inventory or audits.",
    silencedBy:
      "Parts that the application listed within 60 days, fewer than three new ones on a day, fewer than four days with requests before.",
    notSilencedBy: "Requests that are refused, hours between them, the usual address.",
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
  first_domain_grant: {
    why: "Whoever controls the domain was made by somebody who controls it already, and such people change accounts and groups every week. An account that never did so is used by somebody else.",
    falsePositives: "An emergency account that is signed in to regularly and used for the first time.",
    silencedBy:
      "Any change of an account, group or policy by the same account on an earlier day within 30 days, an account that was observed for less than a week.",
    notSilencedBy: "Other changes on the same day, localized names of the groups, an act at the usual hour.",
  },
  dormant_account: {
    why: "An account without sign-ins for months is used again; nobody would notice its misuse.",
    falsePositives: "Return from long leave.",
    silencedBy: "Any sign-in within 90 days, also in the background. On a managed device it is less severe.",
    notSilencedBy:
      "A re-enabled account: 30 days are enough then. One factor without a known device, or a script, is more severe.",
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
    silencedBy:
      "A sender who wrote before, no inbox rule within seven days. A rule that only moves mail to an ordinary folder counts, as medium, within 24 hours after the mail.",
    notSilencedBy:
      "A look-alike of the own domain counts as an unknown sender. A rule that deletes, marks as read, forwards, has no name, uses a folder that nobody opens, or is about payments or the sender counts also if it is older than the mail.",
  },
  look_alike_partner: {
    why: "Somebody who read a conversation continues it from a domain that differs by one letter, to redirect a payment or to get documents.",
    falsePositives: "A new correspondent whose name is similar by chance.",
    silencedBy:
      "A domain that was seen more than seven days before; a partner with mail on fewer than five days, or to whom nobody wrote, within 30 days; mail that is neither about payments nor answered. The same name under another ending is medium, and counts only about payments.",
    notSilencedBy:
      "Letters of another alphabet, letters that look alike, swapped or doubled letters, a hyphen; recipients in several departments.",
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
  large_upload: {
    why: "A host sends a large amount to an address of the internet with which the organization has nothing to do, as when data is stolen or a server is copied. Check first what runs on the host and who owns the address.",
    falsePositives: "The first delivery of a large file to a partner; a new backup target.",
    silencedBy:
      "A tenth as much on an earlier day within 30 days, more than two hosts that send to the address, names of common services, transfers below one megabyte, blocked ones.",
    notSilencedBy:
      "Splitting the amount within a day, a host that contacted the address before with little data, encryption.",
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
