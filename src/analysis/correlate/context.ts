import type { CaseFinding } from "../../model/case-finding.ts";
import type { FindingFacts } from "../../model/finding-facts.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { toAmount } from "../../model/text/amount.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { type EarlierFindings, NOTHING_EARLIER } from "./earlier-findings.ts";
import { MAIL } from "./fold-evidence.ts";
import { type Habits, NO_HABITS } from "./habits.ts";
import type { Feedback } from "./learning.ts";
import type { IsUsual } from "./link.ts";
import { MACHINE_TABLES, type Stage } from "./stage.ts";

/** Who has used an address. */
export interface AddressUse {
  /** How many people used it successfully in the last 30 days. */
  readonly people: number;
  /** How many programs did. */
  readonly programs: number;
  /** Over how many days. */
  readonly days: number;
  /** The first day on which the subject used it, in epoch milliseconds; null if it did not. */
  readonly since: number | null;
}

/** The days since 1970-01-01 on which a detector found something about the subject, by network. */
export interface RoutineDays {
  readonly detector: string;
  readonly network: string | null;
  /** One of the addresses in that network. */
  readonly address: string | null;
  readonly isOwnNetwork: boolean;
  readonly days: readonly number[];
}

/** What the judge reads about the subject and the organization when it decides. */
export interface Knowledge {
  readonly subject: string;
  /** What verdicts state about the detectors of the findings. */
  readonly feedback: readonly Feedback[];
  /** Whether the subject holds a role of the directory. */
  readonly privileged: boolean;
  /** Whether the subject is an account that machines use: synchronization, backup, a pipeline. */
  readonly automated: boolean;
  readonly addresses: ReadonlyMap<string, AddressUse>;
  readonly routine: readonly RoutineDays[];
  /** The share of the people with a finding of a detector, at least as severe, on earlier days, by `commonKeyOf`. */
  readonly common: ReadonlyMap<string, number>;
  /** Findings about acts of others that concern the subject's account. */
  readonly concerning: readonly CaseFinding[];
  /** Domains of the recipients in the findings that are the organization's own. */
  readonly ownDomains: ReadonlySet<string>;
  /** What the subject did on earlier days. */
  readonly habits: Habits;
  /** What was found on earlier days. */
  readonly earlier: EarlierFindings;
  /** The first day of the rows of each table. */
  readonly firstDays: ReadonlyMap<LogTable, number>;
  /** The first day of the subject's activity, in epoch milliseconds; null if that is unknown. */
  readonly since: number | null;
}

/** Names the findings of a detector of at least a severity. */
export const commonKeyOf = ({ detector, severity }: Pick<CaseFinding, "detector" | "severity">): string =>
  `${detector} ${severity}`;

export const NO_KNOWLEDGE: Knowledge = {
  subject: "",
  feedback: [],
  privileged: false,
  automated: false,
  addresses: new Map(),
  routine: [],
  common: new Map(),
  concerning: [],
  ownDomains: new Set(),
  habits: NO_HABITS,
  earlier: NOTHING_EARLIER,
  firstDays: new Map(),
  since: null,
};

/** What multiplies the odds of a piece of evidence, and why. */
export interface Context {
  readonly factor: number;
  readonly reasons: readonly string[];
}

interface Circumstance {
  readonly factor: number;
  readonly reason: string;
}

/** The piece of evidence, as far as its context depends on it. */
export interface Occasion {
  readonly detector: string;
  /** When it happened. */
  readonly happenedAt: number;
  readonly stage: Stage;
  /** When a finding first named the address. */
  readonly at: number;
  readonly table: LogTable | null;
  readonly facts: FindingFacts;
  /** The probability that the finding is right, before the context. */
  readonly precision: number;
}

/** Returns the context of a piece of evidence. */
export function contextOf(occasion: Occasion, knowledge: Knowledge): Context {
  const found = [
    ...(hasPlace(occasion) ? placeOf(occasion, knowledge) : []),
    ...(occasion.stage === "access" && !occasion.facts.isRefused ? signInOf(occasion.facts) : []),
    ...attemptOf(occasion.facts),
    ...routineOf(occasion, knowledge),
    ...noveltyOf(occasion, knowledge),
    ...hourOf(occasion, knowledge),
    ...recipientOf(occasion.facts, knowledge),
    ...subjectOf(occasion, knowledge),
  ];
  const { min, max } = CORRELATION.context;
  const product = found.reduce((factor, each) => factor * each.factor, 1);
  return { factor: Math.min(max, Math.max(min, product)), reasons: found.map(({ reason }) => reason) };
}

/**
 * Returns how much less a finding weighs because many people have it: what most of them had without an attack cannot
 * make one probable. A detector that is usually right is not doubted.
 */
export function commonnessOf(
  finding: CaseFinding,
  precision: number,
  likelihood: number,
  { common }: Knowledge,
): Context {
  const share = common.get(commonKeyOf(finding)) ?? 0;
  const most = Math.max(1, CORRELATION.common.most / share);
  if (share === 0 || precision >= CORRELATION.precise || likelihood <= most) return USUAL;
  const percent = Math.max(1, Math.round(share * 100));
  return { factor: most / likelihood, reasons: [`${percent} % of the people had such a finding on earlier days`] };
}

const USUAL: Context = { factor: 1, reasons: [] };

const DAY_MS = 86_400_000;

/**
 * Returns whether the address is where the subject acted. On machines it is often another one, a message has that of a
 * mail server, and people who are tricked into a consent give it from where they always work.
 */
const hasPlace = ({ table, facts: { act } }: Occasion): boolean =>
  (table === null || !MACHINE_TABLES.has(table)) && (act === undefined || !PLACELESS.has(act));

const PLACELESS: ReadonlySet<string> = new Set([MAIL, "sendmail", "consent.added"]);

/** Everybody gets messages; what somebody does with one is evidence. */
const attemptOf = ({ act }: FindingFacts): readonly Circumstance[] =>
  act === MAIL
    ? [{ factor: CORRELATION.context.received, reason: "a message arrived, and nothing was done with it" }]
    : [];

/**
 * A familiar place makes access less suspicious, and what follows somewhat less: insiders work from there. What hardly ever
 * happens for good reasons is suspicious everywhere.
 */
function placeOf(occasion: Occasion, knowledge: Knowledge): readonly Circumstance[] {
  const { stage, precision } = occasion;
  const { knownPlace, newPlace } = CORRELATION.context;
  if (isNewPlace(occasion, knowledge)) return [{ factor: newPlace, reason: "the address is new for this subject" }];
  const reason = familiarityOf(occasion, knowledge);
  const isEverywhere = stage !== "access" && precision >= CORRELATION.precise;
  if (reason === null || isEverywhere) return [];
  return [{ factor: stage === "access" ? knownPlace : Math.sqrt(knownPlace), reason }];
}

/** Returns why the place is familiar; null if it is not. */
function familiarityOf({ at, facts }: Occasion, { addresses }: Knowledge): string | null {
  const use = facts.address === undefined ? undefined : addresses.get(facts.address);
  if (facts.isOwnNetwork) return "the network is one of the organization's own";
  if (use !== undefined && isShared(use)) return `${usersOf(use)} of the organization use the address`;
  const before = use?.since ?? null;
  return before !== null && startOfDay(before) < startOfDay(at) ? "the address was used on earlier days" : null;
}

/**
 * Returns whether the subject, which has a history, got in from an address that neither it nor many people used before.
 * Refused sign-ins come from everywhere.
 */
export function isNewPlace(occasion: Occasion, knowledge: Knowledge): boolean {
  const { at, facts } = occasion;
  const { since } = knowledge;
  const hasHistory = since !== null && at - since >= CORRELATION.historyMs;
  if (!hasHistory || facts.address === undefined || facts.isRefused || !hasPlace(occasion)) return false;
  return familiarityOf(occasion, knowledge) === null;
}

const startOfDay = (at: number): number => Math.floor(at / DAY_MS);

/**
 * Returns which addresses are usual for the subject: many people use them, or it did on days before the first of these
 * findings that names them.
 */
export function usualPlaces(findings: readonly CaseFinding[], { addresses }: Knowledge): IsUsual {
  const firstUses = firstUsesOf(findings);
  return (address, at) => {
    const use = addresses.get(address);
    if (use === undefined) return false;
    return isShared(use) || (use.since !== null && startOfDay(use.since) < startOfDay(firstUses.get(address) ?? at));
  };
}

/** Returns when each address first occurs in the findings: what an attacker uses for days does not become familiar. */
export function firstUsesOf(findings: readonly CaseFinding[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { at, facts } of findings) {
    if (facts.address !== undefined) first.set(facts.address, Math.min(first.get(facts.address) ?? at, at));
  }
  return first;
}

/** Returns whether an address is that of an office, a gateway or a VPN. */
export function isShared({ people, programs, days }: AddressUse): boolean {
  const { shared } = CORRELATION;
  return people >= shared.people || (people + programs >= shared.peopleOverDays && days >= shared.days);
}

const usersOf = ({ people, programs }: AddressUse): string =>
  [...(people > 0 ? [toAmount(people, "person")] : []), ...(programs > 0 ? [toAmount(programs, "program")] : [])].join(
    " and ",
  );

function signInOf({ isManaged, isMultiFactor }: FindingFacts): readonly Circumstance[] {
  const { managed, oneFactor, severalFactors } = CORRELATION.context;
  return [
    ...(isManaged === true ? [{ factor: managed, reason: "the organization manages the device" }] : []),
    ...(isMultiFactor === false ? [{ factor: oneFactor, reason: "one factor was enough" }] : []),
    ...(isMultiFactor === true ? [{ factor: severalFactors, reason: "several factors were needed" }] : []),
  ];
}

/**
 * What is found again and again from the same network is how the subject works; another network is not. The networks that
 * the organization shares are one: people work in the office, at home through a VPN, and on the way.
 */
function routineOf({ detector, happenedAt, facts }: Occasion, { routine, addresses }: Knowledge) {
  const isSharedPlace = (isOwnNetwork: boolean, address: string | null | undefined): boolean => {
    const use = addresses.get(address ?? "");
    return isOwnNetwork || (use !== undefined && isShared(use));
  };
  const network = facts.network ?? null;
  const isHere = isSharedPlace(facts.isOwnNetwork ?? false, facts.address);
  const days = new Set<number>();
  for (const each of routine) {
    const isSame = each.network === network || (isHere && isSharedPlace(each.isOwnNetwork, each.address));
    if (each.detector === detector && isSame) for (const day of each.days) days.add(day);
  }
  const earlier = [...days].filter((day) => day < startOfDay(happenedAt)).length;
  if (earlier < CORRELATION.routineDays) return [];
  return [{ factor: CORRELATION.context.routine, reason: `the same was found on ${toAmount(earlier, "earlier day")}` }];
}

/** Returns how new the finding is: for the organization, for the subject, and about what it was done to. */
function noveltyOf({ detector, table, facts, happenedAt }: Occasion, { earlier, firstDays }: Knowledge) {
  const day = startOfDay(happenedAt);
  const first = table === null ? undefined : firstDays.get(table);
  // Nothing is known yet about what is usual.
  if (first === undefined || day - first < CORRELATION.novelty.historyDays) return [];
  const { others, own, object } = CORRELATION.novelty;
  const counted = [
    [others, earlier.othersBefore(detector, day), "found about", "other subject", " before"],
    [own, earlier.ownDays(detector, day), "found about this subject on", "earlier day", ""],
    [object, earlier.objectDays(detector, objectOf(facts), day), "the same object on", "earlier day", ""],
  ] as const;
  return counted.flatMap(([steps, count, found, noun, when]): readonly Circumstance[] => {
    const factor = steps.find(({ atMost }) => count <= atMost)?.factor ?? 1;
    const amount = count === 0 ? `no ${noun}` : toAmount(count, noun);
    return factor === 1 ? [] : [{ factor, reason: `${found} ${amount}${when}` }];
  });
}

const objectOf = ({ object, resource, host }: FindingFacts): string => object ?? resource ?? host ?? "";

/** Returns how unusual the hour is for the subject, and the country and network. */
function hourOf({ happenedAt, facts }: Occasion, { habits }: Knowledge): readonly Circumstance[] {
  const day = startOfDay(happenedAt);
  const active = habits.activeDays(day);
  if (active < CORRELATION.habit.activeDays) return [];
  const { hours, country, network } = CORRELATION.novelty;
  const hourOfDay = new Date(happenedAt).getUTCHours();
  const share = (habits.daysOfHour(hourOfDay, day) + 0.5) / (active + 1);
  const isWeekly = habits.weeksOfHour(hourOfDay, day) >= CORRELATION.habit.weeks;
  const hour = isWeekly ? undefined : hours.find(({ below }) => share < below);
  const isNew = (dimension: "country" | "network", key: string | undefined): boolean =>
    key !== undefined && facts.isRefused !== true && habits.daysOf(dimension, key, day) === 0;
  return [
    ...(hour
      ? [
          {
            factor: hour.factor,
            reason: `the subject is active at this hour on ${Math.round(share * 100)} % of its days`,
          },
        ]
      : []),
    ...(isNew("country", facts.country) ? [{ factor: country, reason: "the country is new for the subject" }] : []),
    ...(isNew("network", facts.network) ? [{ factor: network, reason: "the network is new for the subject" }] : []),
  ];
}

/** Another domain of the organization is not outside. */
const recipientOf = ({ recipient }: FindingFacts, { ownDomains }: Knowledge): readonly Circumstance[] =>
  recipient !== undefined && ownDomains.has(recipient)
    ? [{ factor: CORRELATION.context.ownRecipient, reason: `${recipient} is a domain of the organization` }]
    : [];

function subjectOf(occasion: Occasion, knowledge: Knowledge) {
  const { stage } = occasion;
  const { subject, privileged, automated, addresses } = knowledge;
  const { context } = CORRELATION;
  const isMoved = automated && isNewPlace(occasion, knowledge);
  const use = subject.startsWith(ADDRESS) ? addresses.get(subject.slice(ADDRESS.length)) : undefined;
  const isEndangered = stage === "access" || stage === "effect";
  const isRoutine = stage === "spread" || stage === "effect";
  return [
    ...(privileged && isEndangered
      ? [{ factor: context.privileged, reason: "the subject holds a directory role" }]
      : []),
    ...(automated && isRoutine && !isMoved ? [{ factor: context.automated, reason: "machines use the account" }] : []),
    ...(isMoved && stage === "access"
      ? [{ factor: context.moved, reason: "machines use the account, and they stay where they are" }]
      : []),
    ...(use !== undefined && isShared(use)
      ? [
          {
            factor: context.sharedSubject,
            reason: `${usersOf(use)} of the organization use the address`,
          },
        ]
      : []),
  ];
}

const ADDRESS = "ip:";
