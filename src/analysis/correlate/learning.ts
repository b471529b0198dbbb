import type { CaseFinding } from "../../model/case-finding.ts";
import type { FindingFacts } from "../../model/finding-facts.ts";
import { CORRELATION } from "./correlation-settings.ts";

/** What the verdict in force on a case states about one detector and the subject of the case. */
export interface Feedback {
  readonly detector: string;
  readonly subject: string;
  readonly confirmed: boolean;
  /** In epoch milliseconds. */
  readonly decidedAt: number;
  /** A member ended the exception that it made. */
  readonly isEnded: boolean;
  /** The facts of the findings that it is about; empty for verdicts of an earlier release. */
  readonly facts: readonly FindingFacts[];
}

/**
 * Returns the precision of a finding: what its detector declares or its severity implies, updated by verdicts.
 * Confirmations count at once, refutations for everybody only if several subjects had one. Both count then: an attack that
 * a noisy detector took part in does not undo what was learned about it.
 */
export function precisionOf(
  { detector, severity, precision }: Pick<CaseFinding, "detector" | "severity" | "precision">,
  feedback: readonly Feedback[],
): number {
  const { priors, priorWeight, learnedSubjects, leastLearned } = CORRELATION;
  const prior = precision ?? priors[severity];
  const own = feedback.filter((entry) => entry.detector === detector);
  const confirmed = own.filter((entry) => entry.confirmed).length;
  const refuting = own.filter((entry) => !entry.confirmed);
  const isKnown = subjectsOf(refuting).size >= learnedSubjects;
  const refuted = isKnown ? refuting.length : 0;
  const learned = (priorWeight * prior + confirmed) / (priorWeight + confirmed + refuted);
  return Math.max(learned, leastLearned * prior);
}

const subjectsOf = (feedback: readonly Feedback[]): ReadonlySet<string> =>
  new Set(feedback.map(({ subject }) => subject));

/** Whose verdicts make an exception for a finding. */
export type Exemption = "subject" | "organization" | null;

/**
 * Returns whether verdicts refuted the same behavior before: for this subject, or for several others about the same
 * entity. The exception ends after 30 days, when a member ends it, and when the behavior is another one.
 */
export function exemptionOf(finding: CaseFinding, subject: string, feedback: readonly Feedback[]): Exemption {
  const own = feedback.filter((entry) => entry.detector === finding.detector && isInForce(entry, finding));
  const refuting = own.filter((entry) => !entry.confirmed);
  if (refuting.some((entry) => entry.subject === subject && isSame(finding.facts, entry.facts))) return "subject";
  const isAboutEntity = (entry: Feedback) => entry.facts.some((facts) => sharesEntity(finding.facts, facts));
  const others = refuting.filter((entry) => isAboutEntity(entry) && isSame(finding.facts, entry.facts));
  if (subjectsOf(others).size < CORRELATION.learnedSubjects) return null;
  return own.some((entry) => entry.confirmed && isAboutEntity(entry)) ? null : "organization";
}

const isInForce = ({ isEnded, decidedAt, confirmed }: Feedback, { at }: CaseFinding): boolean =>
  confirmed || (!isEnded && at < decidedAt + CORRELATION.exceptionMs);

const isSame = (facts: FindingFacts, refuted: readonly FindingFacts[]): boolean =>
  refuted.length === 0 || refuted.some((one) => isSameBehavior(facts, one));

type Fact = "act" | "country" | "host" | "device" | "network" | "application" | "object";

/** The facts by which behavior is compared; those that are unknown on either side are equal. */
const COMPARED: readonly Fact[] = ["act", "country", "host", "device", "network"];
/** A person signs in to many applications and works on many files; other acts are compared by these too. */
const COMPARED_OF_ACTS: readonly Fact[] = ["application", "object"];

function isSameBehavior(one: FindingFacts, other: FindingFacts): boolean {
  const isSignIn = one.act === "sign_in";
  const compared = [...COMPARED, ...(isSignIn ? [] : COMPARED_OF_ACTS)];
  const isPassing = one.isPassingObject === true;
  const isEqual = (fact: Fact): boolean => {
    if (fact === "object" && isPassing) return true;
    return one[fact] === undefined || other[fact] === undefined || one[fact] === other[fact];
  };
  return compared.every(isEqual) && !isLarger(one.count, other.count);
}

const isLarger = (count: number | undefined, before: number | undefined): boolean =>
  count !== undefined && before !== undefined && count > CORRELATION.largerVolume * before;

/** The entities that behavior of several people can have in common. */
const ENTITIES: readonly Fact[] = ["network", "host", "device", "application", "object"];

const sharesEntity = (one: FindingFacts, other: FindingFacts): boolean =>
  ENTITIES.some((fact) => one[fact] !== undefined && one[fact] === other[fact]);
