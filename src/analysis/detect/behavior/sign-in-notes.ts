import type { BehaviorNote } from "./behavior-note.ts";

/** The documentation of the detectors of sign-ins. */
export const SIGN_IN_NOTES: Readonly<Record<string, BehaviorNote>> = {
  impossible_travel: {
    why: "Two successful sign-ins or uses of a token of one user are too far apart for the time between them, so one may not be the user.",
    falsePositives:
      "The first use of a VPN exit in another country, or of a mobile network with a far exit and an unknown phone.",
    silencedBy:
      "A route that repeats on three days; two places that are both usual: the same device was there on an earlier day, or the user on three, or they belong to a network that the user used on three days and that moves: with a device that was in it before, or seen at two places before; the same device on both ends, a trusted location, background use by the provider's own networks. A managed device or a jump below 1,500 km within a country makes it low.",
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
    why: "A user signs in from a country from which nobody, or only one other person, in the organization has signed in within the observed history.",
    falsePositives: "New offices, and the first trip to a country.",
    silencedBy:
      "Sign-ins of two other people from the country within the baseline, a trusted location. A managed device makes it low, a second factor medium; so does one other person.",
    notSilencedBy:
      "A country that only failed attempts came from, an intruder who was there before, a user without a history of their own.",
  },
  shared_exit: {
    why: "Many people arrive at once from one network in a country that was hardly used before: a VPN exit or an office was opened. It stands for the findings about each of them.",
    falsePositives: "It is one: it replaces many findings by one, whose weight is small.",
    silencedBy: "Fewer than five people, a country in which half as many people were seen in the three weeks before.",
    notSilencedBy:
      "People without a registered device: their own findings stay. With more than one in five of them nothing is replaced, as for the victims of one spray or phishing page.",
  },
  rare_app: {
    why: "A user starts to use an application with few or no other users in the organization, as intruders do who explore.",
    falsePositives: "Trials of new services.",
    silencedBy:
      "Three users of the application within the baseline, a device of the organization, a second factor in the sign-in.",
    notSilencedBy: "Failed sign-ins to the application.",
  },
  new_device_agent: {
    why: "A device or client that is new for the user signs in with one factor, or from a scripted client.",
    falsePositives: "New laptops and browsers.",
    silencedBy: "A second factor with a client that is not scripted, any earlier use of the device or client.",
    notSilencedBy: "A scripted client in the second week of a history; versions of a client are not compared.",
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
  network_spray: {
    why: "Passwords are tried on many accounts over days, from the addresses of one rented network, so that no address reaches a limit.",
    falsePositives: "A partner's network from which many people fail and none succeeds.",
    silencedBy:
      "One user who signs in from the network for every three who fail (for every ten from an autonomous system), trusted locations, private addresses, fewer than three addresses.",
    notSilencedBy:
      "A pace of a few accounts a day, another address for each account, addresses of several blocks of one autonomous system.",
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
  ssh_new_place: {
    why: "A key or password that was copied opens a machine over SSH from the network of somebody else: the account of a partner from a rented server, or one that was never on the machine.",
    falsePositives: "A partner who moves to another provider; an administrator who connects from a new place.",
    silencedBy:
      "The network (/16) of the account on this machine within 30 days, an account that came from more than three networks of the internet, private addresses, less than a week of sign-ins to the machine on record.",
    notSilencedBy:
      "A key in place of a password, an account that was never seen on the machine (medium precision), one sign-in alone.",
  },
  remote_sign_in: {
    why: "With a stolen password an intruder opens remote desktops of machines that the account never used, one after the other.",
    falsePositives: "The first use of a terminal server, or of the own computer from home, which is low.",
    silencedBy:
      "A machine that the account used on an earlier day of the last 30, less than 7 days of log-ons on record. An account that used three machines on three earlier days is only reported for far more new machines within hours than on any other day.",
    notSilencedBy:
      "The credentials of another account typed into the client, a domain controller in place of a server, a pause of an hour between two machines.",
  },
  logon_fan_out: {
    why: "Whoever has the password or its hash tries one machine after the other over the network, without a desktop. Check first from which machine the account signed in, and what it started there.",
    falsePositives: "An administrator or a program at its first round through several machines.",
    silencedBy:
      "Machines that the account used within 30 days; as many machines on one earlier day; accounts that use four machines and were active on three days, unless they use twice as many as on any of these; accounts of machines; an account that was observed for less than a week.",
    notSilencedBy:
      "Kerberos in place of NTLM (medium), credentials that are typed in, machines reported by another table, several source machines.",
  },
  certificate_log_on: {
    why: "A certificate that was issued wrongly, stolen or added as a key gives tickets without the password, and stays valid after a password change.",
    falsePositives: "The first day with a smart card or with sign-in by face or PIN.",
    silencedBy:
      "A certificate that the account used within 30 days, an account that was observed for less than a week, accounts of machines.",
    notSilencedBy: "The usual address (medium instead of high), a certificate of the organization's own authority.",
  },
  service_account_sign_in: {
    why: "The password of a program's account, which often has no second factor and far-reaching rights, is used by somebody at a desktop or in a browser. Check first who knows the password and from where it was used.",
    falsePositives:
      "An administrator who repairs a program under its own account; the test of a new account for a service.",
    silencedBy:
      "A desktop or browser sign-in with the account within 30 days; an account that programs did not use on 12 of the 14 days before, unless its name is that of a service, which is medium.",
    notSilencedBy: "The usual address, a managed device, a second factor, an account that was never seen before.",
  },
  reset_after_failures: {
    why: "Somebody who knows a few facts about a person passes the verification of the self-service after several attempts, and then has the password.",
    falsePositives: "A person who mistypes several times, or whose phone number is out of date.",
    silencedBy: "Fewer than four failed verifications within a day before the reset; resets by an administrator.",
    notSilencedBy: "Attempts from several addresses, attempts with different methods, hours between them.",
  },
  session_replay: {
    why: "One session is used from two countries or two operating systems within a short time, as a stolen token is.",
    falsePositives: "A change of network during a session.",
    silencedBy:
      "A managed or the same device with the same operating system makes it low; a phone with the same device id, whose carrier may have its exit abroad, and a trusted location silence it.",
    notSilencedBy:
      "Another address within the country is roaming, but another operating system is not; a phone without a device id.",
  },
  phish_click_signin: {
    why: "A user clicks through to a phishing page, and soon afterwards the account signs in from a new country, device or client.",
    falsePositives: "A new device on the day of a phishing exercise.",
    silencedBy: "A sign-in from the usual country, device and client.",
    notSilencedBy:
      "A click that was blocked at first and allowed later, a message that is marked as phishing only after the click.",
  },
};
