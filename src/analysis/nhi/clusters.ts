import type { NhiFeatures } from "../../model/identity/nhi-cluster.ts";
import { byText } from "./facts.ts";

/** Identities that are similar, with the similarity of each to the center. */
export interface Group {
  readonly members: readonly { readonly features: NhiFeatures; readonly similarity: number }[];
  /** The tokens of the center, the most distinctive first. */
  readonly center: readonly string[];
}

const JOIN = 0.4;
const STAY = 0.32;
const MERGE = 0.6;
const PASSES = 3;
const MIN_MEMBERS = 3;
/** A center holds the tokens of at least this share of its members. */
const CENTER_SHARE = 0.5;

interface Draft {
  center: ReadonlySet<string>;
  members: NhiFeatures[];
}

type Weigh = (token: string) => number;

/**
 * Groups identities by weighted similarity of their tokens: first around leaders, then around the centers of the groups.
 * The result depends on the set of identities only. `pause` lets requests run in between.
 */
export async function groupSimilar(all: readonly NhiFeatures[], pause: () => Promise<void>): Promise<readonly Group[]> {
  const ordered = [...all].sort((a, b) => b.tokens.length - a.tokens.length || byText(a.nuid, b.nuid));
  const weigh = weightsOf(ordered);
  let drafts = await assign(ordered, [], weigh, JOIN, pause);
  for (let pass = 0; pass < PASSES; pass++) {
    const centers = merged(drafts.map(withCenter), weigh);
    drafts = await assign(ordered, centers, weigh, STAY, pause);
  }
  return drafts
    .map(withCenter)
    .filter(({ members }) => members.length >= MIN_MEMBERS)
    .map(({ center, members }) => ({
      members: members.map((features) => ({
        features,
        similarity: similarity(new Set(features.tokens), center, weigh),
      })),
      center: [...center].sort((a, b) => weigh(b) - weigh(a) || byText(a, b)),
    }));
}

/** Rare tokens weigh more. */
function weightsOf(all: readonly NhiFeatures[]): Weigh {
  const counts = new Map<string, number>();
  for (const { tokens } of all) for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return (token) => Math.log(1 + all.length / (counts.get(token) ?? 1));
}

function similarity(tokens: ReadonlySet<string>, center: ReadonlySet<string>, weigh: Weigh): number {
  let [common, all] = [0, 0];
  for (const token of tokens) {
    const weight = weigh(token);
    all += weight;
    if (center.has(token)) common += weight;
  }
  for (const token of center) if (!tokens.has(token)) all += weigh(token);
  return all === 0 ? 0 : common / all;
}

/** Puts each identity into the most similar draft; in the first pass, one that has none leads a new draft. */
async function assign(
  ordered: readonly NhiFeatures[],
  centers: readonly Draft[],
  weigh: Weigh,
  least: number,
  pause: () => Promise<void>,
): Promise<Draft[]> {
  const drafts: Draft[] = centers.map(({ center }) => ({ center, members: [] }));
  const holders = new Map<string, Draft[]>();
  const index = (draft: Draft): void => {
    for (const token of draft.center) holders.set(token, [...(holders.get(token) ?? []), draft]);
  };
  drafts.forEach(index);
  for (const features of ordered) {
    await pause();
    const best = mostSimilar(features, holders, weigh);
    if (best && best.value >= least) best.draft.members.push(features);
    else if (centers.length === 0) {
      const draft = { center: new Set(features.tokens), members: [features] };
      drafts.push(draft);
      index(draft);
    }
  }
  return drafts.filter(({ members }) => members.length > 0);
}

function mostSimilar(features: NhiFeatures, holders: ReadonlyMap<string, readonly Draft[]>, weigh: Weigh) {
  const tokens = new Set(features.tokens);
  const tried = new Set<Draft>();
  let best: { draft: Draft; value: number } | undefined;
  for (const token of features.tokens) {
    for (const draft of holders.get(token) ?? []) {
      if (tried.has(draft)) continue;
      tried.add(draft);
      const value = similarity(tokens, draft.center, weigh);
      if (!best || value > best.value) best = { draft, value };
    }
  }
  return best;
}

function withCenter({ members }: Draft): Draft {
  const counts = new Map<string, number>();
  for (const { tokens } of members) for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  const center = [...counts].filter(([, count]) => count >= CENTER_SHARE * members.length).map(([token]) => token);
  return { center: new Set(center.sort(byText)), members };
}

/** Joins drafts with similar centers; small ones only attract members. */
function merged(drafts: readonly Draft[], weigh: Weigh): readonly Draft[] {
  const kept: Draft[] = [];
  const bySize = [...drafts].sort((a, b) => b.members.length - a.members.length || byText(leaderOf(a), leaderOf(b)));
  for (const draft of bySize) {
    const near = kept.find(({ center }) => similarity(draft.center, center, weigh) >= MERGE);
    if (near) near.members.push(...draft.members);
    else kept.push({ center: draft.center, members: [...draft.members] });
  }
  return kept.map(withCenter);
}

const leaderOf = ({ members }: Draft): string =>
  members.reduce((least, { nuid }) => (nuid < least ? nuid : least), "~");
