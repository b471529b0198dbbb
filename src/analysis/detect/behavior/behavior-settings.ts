import type { FileBehaviorSettings } from "./file-behavior-settings.ts";

/** The thresholds and time windows of the behavioral detectors. A domain may override any of them. */
export interface BehaviorSettings extends FileBehaviorSettings {
  readonly impossibleTravel: {
    readonly minKm: number;
    /** The highest plausible speed. */
    readonly maxKmPerHour: number;
    readonly withinHours: number;
    /** A jump between the same two places on this many earlier days is a habit, for example of a VPN, and not reported. */
    readonly habitDays: number;
    readonly habitBaselineDays: number;
  };
  readonly rareCountry: { readonly baselineDays: number; readonly warmUpDays: number };
  readonly organizationCountry: {
    readonly baselineDays: number;
    readonly warmUpDays: number;
    /** A country in which fewer users than this were seen is rare. */
    readonly rareBelowUsers: number;
  };
  readonly sharedExit: {
    /** People who sign in from one network within so many hours. */
    readonly users: number;
    readonly withinHours: number;
    /** The share of them with a registered device. */
    readonly deviceShare: number;
    readonly baselineDays: number;
    readonly warmUpDays: number;
  };
  readonly rareApp: {
    readonly baselineDays: number;
    readonly warmUpDays: number;
    /** An application with fewer users than this is rare. */
    readonly rareBelowUsers: number;
  };
  readonly newDeviceAgent: {
    readonly baselineDays: number;
    readonly warmUpDays: number;
    /** The shorter history that is enough for a scripted client, which runs every day if it is the user's. */
    readonly scriptedWarmUpDays: number;
  };
  readonly mfaFatigue: {
    readonly denials: number;
    readonly withinMinutes: number;
    readonly manyDenials: number;
    readonly manyWithinMinutes: number;
    /** An approval this soon after a series of denials is reported. */
    readonly successWithinMinutes: number;
    /** Denials that are far apart, so that the user does not notice a series. */
    readonly slowDenials: number;
    readonly slowWithinHours: number;
    readonly slowSuccessWithinMinutes: number;
  };
  readonly passwordSpray: {
    /** Distinct users who failed to sign in from one address. */
    readonly users: number;
    readonly withinMinutes: number;
    /** The same within 24 hours, for a spray that is slow. */
    readonly usersPerDay: number;
    /** Users who fail per user who succeeds from the same address, so that a shared office address is not reported. */
    readonly failuresPerSuccess: number;
  };
  readonly distributedSpray: {
    /** Distinct users who failed within 24 hours, from addresses from which nobody signed in. */
    readonly users: number;
    /** The same number as a share of the addresses from which somebody signed in. */
    readonly shareOfAddresses: number;
    /** The same number as a multiple of what is usual on the days before. */
    readonly timesUsual: number;
    readonly baselineDays: number;
  };
  readonly networkSpray: {
    /** Distinct users who failed within 24 hours from one network; twice as many from an autonomous system. */
    readonly usersPerDay: number;
    /** The same within several days. */
    readonly users: number;
    readonly withinDays: number;
    /** The fewest addresses; a spray from fewer is one of each of them. */
    readonly addresses: number;
    /** Users who fail per user who succeeds from the same network, or from the same autonomous system. */
    readonly failuresPerSuccess: number;
    readonly failuresPerSuccessOfSystem: number;
  };
  readonly bruteForce: {
    readonly failures: number;
    readonly withinMinutes: number;
    /** The same within 24 hours, from at least as many networks or addresses as given: guessing from rotating addresses. */
    readonly failuresPerDay: number;
    readonly networksPerDay: number;
    readonly addressesPerDay: number;
    readonly successWithinMinutes: number;
  };
  readonly sshSweep: {
    readonly failures: number;
    readonly hosts: number;
    readonly withinMinutes: number;
    readonly successWithinMinutes: number;
  };
  readonly sshNewPlace: {
    readonly baselineDays: number;
    readonly warmUpDays: number;
    /** An account that came from more networks of the internet moves between them. */
    readonly networks: number;
  };
  readonly remoteSignIn: {
    readonly baselineDays: number;
    readonly warmUpDays: number;
    /** New machines within so many hours are one way through the network. */
    readonly chainHours: number;
    /** An account that signed in remotely to so many machines, on so many earlier days, administers them. */
    readonly adminHosts: number;
    readonly adminDays: number;
    /** The new machines within hours that are unusual for such an account. */
    readonly adminChain: number;
  };
  readonly logonFanOut: {
    readonly baselineDays: number;
    readonly warmUpDays: number;
    /** Machines that the account did not use before. */
    readonly hosts: number;
    readonly withinMinutes: number;
    /** An account that used as many machines on so many earlier days does so as its work. */
    readonly routineDays: number;
  };
  readonly certificateLogOn: { readonly baselineDays: number; readonly warmUpDays: number };
  readonly serviceAccountSignIn: {
    readonly baselineDays: number;
    /** An account that programs used on so many of the last days is theirs: people do not work on all of them. */
    readonly programDays: number;
    readonly withinDays: number;
  };
  readonly resetAfterFailures: { readonly failures: number; readonly withinHours: number };
  readonly sessionReplay: { readonly withinMinutes: number };
  readonly phishClickSignin: {
    readonly withinHours: number;
    /** How long before or after the click its message can have been marked as phishing. */
    readonly markedWithinDays: number;
    readonly baselineDays: number;
    readonly warmUpDays: number;
  };
  readonly appCredentialUse: {
    readonly withinHours: number;
    readonly baselineDays: number;
    readonly warmUpDays: number;
  };
  readonly appPermissionUse: {
    readonly withinHours: number;
    readonly baselineDays: number;
    readonly warmUpDays: number;
  };
  readonly appOwnerCredential: {
    readonly withinHours: number;
    /** An application that was registered so recently gets its owner and credential as a matter of course. */
    readonly newWithinDays: number;
  };
  readonly appNewPlace: {
    readonly baselineDays: number;
    readonly warmUpDays: number;
    /** The days with activity that an application needs before a place can be new. */
    readonly activeDays: number;
    /** An application that was seen in more countries or networks moves between them. */
    readonly countries: number;
    readonly networks: number;
  };
  readonly appFirstAct: {
    readonly baselineDays: number;
    readonly warmUpDays: number;
    /** The days with activity that an application needs before an act can be its first. */
    readonly activeDays: number;
  };
  readonly appDormant: { readonly silentDays: number; readonly warmUpDays: number };
  readonly appDirectorySurvey: {
    /** Parts of the directory that an application lists for the first time on one day. */
    readonly parts: number;
    readonly baselineDays: number;
    readonly warmUpDays: number;
    /** The days with requests that an application needs before a part can be new. */
    readonly activeDays: number;
  };
  /** The fewest failures of an application on a day that are reported. */
  readonly servicePrincipalBadCredential: { readonly failures: number };
  readonly consentThenUse: { readonly withinHours: number; readonly baselineDays: number };
  readonly privilegeThenUse: { readonly withinHours: number };
  readonly firstDomainGrant: { readonly baselineDays: number; readonly warmUpDays: number };
  readonly dormantAccount: {
    readonly silentDays: number;
    readonly longSilentDays: number;
    /** The shorter inactivity that is enough when the account was enabled again in between. */
    readonly reenabledSilentDays: number;
    readonly memoryDays: number;
  };
  readonly directoryRecon: { readonly queries: number; readonly withinMinutes: number };
  readonly provisioningAnomaly: { readonly removals: number; readonly withinMinutes: number };
  readonly provisionedThenPrivileged: { readonly withinHours: number };
  readonly paymentFraud: {
    readonly withinDays: number;
    /** How soon after the mail a rule counts that only puts mail into another folder. */
    readonly orderedWithinHours: number;
  };
  readonly lookAlikePartner: {
    readonly baselineDays: number;
    /** The days with mail that make a domain a partner's. */
    readonly partnerDays: number;
    /** A look-alike that was seen earlier than this is another correspondent. */
    readonly newDays: number;
  };
  readonly consentAfterRisk: { readonly withinHours: number };
  readonly networkSweep: {
    /** Hosts that one address tried on one port. */
    readonly hosts: number;
    /** Ports of one host. */
    readonly ports: number;
    readonly withinMinutes: number;
    /** Hosts in the longer time of a slow sweep. */
    readonly slowHosts: number;
    readonly slowWithinHours: number;
  };
  readonly networkBeacon: {
    /** The fewest contacts of one host with one address. */
    readonly contacts: number;
    readonly lastsHours: number;
    readonly withinHours: number;
    /** An address that more hosts contact is a service. */
    readonly sources: number;
    /** How far a single interval may be from the usual one. */
    readonly jitterPercent: number;
    /** A longer pause ends a series. */
    readonly longestMinutes: number;
  };
  readonly largeUpload: {
    /** What one host sends to one address on a day, at least. */
    readonly megabytes: number;
    readonly baselineDays: number;
    /** An address to which more hosts send is a service. */
    readonly sources: number;
  };
  readonly objectEnumeration: {
    readonly objects: number;
    readonly manyObjects: number;
    readonly withinMinutes: number;
  };
  readonly keyStoreSweep: { readonly secrets: number; readonly withinMinutes: number };
  readonly computeBurst: {
    readonly machines: number;
    readonly withinMinutes: number;
    /** A caller that created a third as many on so many earlier days does so regularly. */
    readonly habitDays: number;
    readonly habitBaselineDays: number;
  };
  readonly controlWeakening: { readonly baselineDays: number; readonly warmUpDays: number };
}

/** The settings that a domain overrides. */
export type BehaviorOverrides = {
  readonly [D in keyof BehaviorSettings]?: Partial<BehaviorSettings[D]>;
};
