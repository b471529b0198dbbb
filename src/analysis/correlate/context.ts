import type { FindingFacts } from "../../model/finding-facts.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { MAIL } from "./fold-evidence.ts";
import type { Knowledge } from "./knowledge.ts";
import { administrationOf, burstOf, hourOf, noveltyOf } from "./novelty.ts";
import { type Circumstance, type Context, type Occasion, toFactor } from "./occasion.ts";
import { isNewPlace, isShared, placeOf, usersOf } from "./place.ts";

/** Returns the context of a piece of evidence. */
export function contextOf(occasion: Occasion, knowledge: Knowledge): Context {
  const found = [
    ...placeOf(occasion, knowledge),
    ...(occasion.stage === "access" && !occasion.facts.isRefused ? signInOf(occasion.facts) : []),
    ...attemptOf(occasion.facts),
    ...noveltyOf(occasion, knowledge),
    ...administrationOf(occasion, knowledge),
    ...burstOf(occasion, knowledge),
    ...hourOf(occasion, knowledge),
    ...outsiderOf(occasion.facts, knowledge),
    ...recipientOf(occasion.facts, knowledge),
    ...subjectOf(occasion, knowledge),
  ];
  const { min, max } = CORRELATION.context;
  const product = found.reduce((factor, each) => factor * each.factor, 1);
  return {
    factor: Math.min(max, Math.max(min, product)),
    reasons: found.map(({ reason, factor }) => `${reason} (×${toFactor(factor)})`),
  };
}

/** Everybody gets messages; what somebody does with one is evidence. */
const attemptOf = ({ act }: FindingFacts): readonly Circumstance[] =>
  act === MAIL
    ? [
        {
          factor: CORRELATION.context.received,
          reason: "it is a message that arrived; what was done after it counts by itself",
        },
      ]
    : [];

function signInOf({ isManaged, isMultiFactor }: FindingFacts): readonly Circumstance[] {
  const { managed, oneFactor, severalFactors } = CORRELATION.context;
  return [
    ...(isManaged === true ? [{ factor: managed, reason: "the organization manages the device" }] : []),
    ...(isMultiFactor === false ? [{ factor: oneFactor, reason: "one factor was enough" }] : []),
    ...(isMultiFactor === true ? [{ factor: severalFactors, reason: "several factors were needed" }] : []),
  ];
}

/** Another domain of the organization is not outside. */
const recipientOf = ({ recipient }: FindingFacts, { ownDomains }: Knowledge): readonly Circumstance[] =>
  recipient !== undefined && ownDomains.has(recipient)
    ? [{ factor: CORRELATION.context.ownRecipient, reason: `${recipient} is a domain of the organization` }]
    : [];

/** Rights for somebody from outside are a way in; guests are invited every day. */
const outsiderOf = ({ account, act }: FindingFacts, { outsiders }: Knowledge): readonly Circumstance[] =>
  account !== undefined && outsiders.has(account) && !INVITING.has(act ?? "")
    ? [{ factor: CORRELATION.context.outsider, reason: "the account that it concerns is a guest" }]
    : [];

const INVITING: ReadonlySet<string> = new Set(["guest.added", "user.added"]);

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
