import { numberAt } from "./number-at.ts";
import { BEHAVIOR, GENERAL, hasToken, type PeerIndex } from "./peer-tokens.ts";

/** A similar user. */
export interface Peer {
  readonly id: string;
  /** From 0 to 1. */
  readonly similarity: number;
}

/** The peers of one member. */
export interface Peers {
  /** Similar in general, the most similar first; empty if fewer than 5 are similar enough. */
  readonly general: readonly Peer[];
  /** Similar by behavior alone, the most similar first. */
  readonly behavior: readonly Peer[];
  /**
   * Returns the share of the peers who have a token, from 0 to 1. The peers are ranked without that token: otherwise those
   * who have it would be peers because they have it. Null with fewer than 5 peers.
   */
  prevalenceOf(key: string): number | null;
}

export const MIN_PEERS = 5;
const MAX_PEERS = 20;
/** A peer is at least this similar, as a share of the most similar one. */
const NEAR = 0.6;
/** Candidates that are compared exactly. */
const CANDIDATES = 100;
const BUCKETS = 512;

interface Candidate {
  readonly place: number;
  /** The sum of weights of shared tokens. */
  readonly shared: number;
  readonly norm: number;
  readonly similarity: number;
}

/** Finds the peers of one member after another; memory for sums is kept between calls. */
export function createPeerFinder(index: PeerIndex): { readonly peersOf: (id: string) => Peers } {
  const sums = { general: new Float64Array(index.ids.length), behavior: new Float64Array(index.ids.length) };
  const peersOf = (id: string): Peers => {
    const place = index.places.get(id);
    if (place === undefined) return NO_PEERS;
    const touched = addShared(index, place, sums);
    const general = rank(index, { place, touched, sums: sums.general, norms: index.generalNorms, use: GENERAL });
    const behavior = rank(index, { place, touched, sums: sums.behavior, norms: index.behaviorNorms, use: BEHAVIOR });
    for (const other of touched) {
      sums.general[other] = 0;
      sums.behavior[other] = 0;
    }
    const near = nearest(general);
    return {
      general: toPeers(index, near.length < MIN_PEERS ? [] : near),
      behavior: toPeers(index, behavior.slice(0, Math.max(MIN_PEERS, nearest(behavior).length))),
      prevalenceOf: (key) => prevalenceOf(index, { place, candidates: general, near }, key),
    };
  };
  return { peersOf };
}

const NO_PEERS: Peers = { general: [], behavior: [], prevalenceOf: () => null };

const toPeers = (index: PeerIndex, candidates: readonly Candidate[]): readonly Peer[] =>
  candidates.map(({ place, similarity }) => ({ id: index.ids[place] ?? "", similarity }));

interface Sums {
  readonly general: Float64Array;
  readonly behavior: Float64Array;
}

/** Adds the weights of the rare tokens that others share with a member; returns these others. */
function addShared(index: PeerIndex, place: number, sums: Sums): readonly number[] {
  const touched: number[] = [];
  const { tokens, uses } = heldBy(index, place);
  for (let position = 0; position < tokens.length; position++) {
    const token = numberAt(tokens, position);
    const use = numberAt(uses, position);
    const weight = numberAt(index.weights, token);
    addToHolders(index.holders[token] ?? NO_TOKENS, sums, touched, {
      general: use & GENERAL ? weight : 0,
      behavior: use & BEHAVIOR ? weight : 0,
    });
  }
  // The member has all of its own tokens.
  sums.general[place] = 0;
  sums.behavior[place] = 0;
  return touched.filter((other) => other !== place);
}

function addToHolders(
  holders: Int32Array,
  sums: Sums,
  touched: number[],
  weights: { readonly general: number; readonly behavior: number },
): void {
  for (let position = 0; position < holders.length; position++) {
    const other = numberAt(holders, position);
    if (numberAt(sums.general, other) + numberAt(sums.behavior, other) === 0) touched.push(other);
    sums.general[other] = numberAt(sums.general, other) + weights.general;
    sums.behavior[other] = numberAt(sums.behavior, other) + weights.behavior;
  }
}

const NO_TOKENS = new Int32Array(0);
const NO_USES = new Uint8Array(0);

const heldBy = ({ tokens, uses }: PeerIndex, place: number) => ({
  tokens: tokens[place] ?? NO_TOKENS,
  uses: uses[place] ?? NO_USES,
});

interface Ranking {
  readonly place: number;
  readonly touched: readonly number[];
  readonly sums: Float64Array;
  readonly norms: Float64Array;
  readonly use: number;
}

/** Returns the most similar of the touched members, the most similar first. */
function rank(index: PeerIndex, ranking: Ranking): readonly Candidate[] {
  const { place, norms, use } = ranking;
  const own = norms[place] ?? 0;
  if (own === 0) return [];
  return preselected(ranking)
    .map((other): Candidate => {
      const norm = norms[other] ?? 0;
      const shared = sharedWeight(index, place, other, use);
      return { place: other, shared, norm, similarity: cosine(shared, own, norm) };
    })
    .filter(({ similarity }) => similarity > 0)
    .sort(bySimilarity)
    .slice(0, CANDIDATES);
}

const bySimilarity = (a: Candidate, b: Candidate): number => b.similarity - a.similarity || a.place - b.place;

const cosine = (shared: number, own: number, other: number): number =>
  own > 0 && other > 0 ? Math.min(1, shared / Math.sqrt(own * other)) : 0;

/** Returns the members with the highest sums of rare tokens: a histogram gives the bound, so that all need not be sorted. */
function preselected({ place, touched, sums, norms }: Ranking): readonly number[] {
  const own = norms[place] ?? 0;
  const counts = new Int32Array(BUCKETS);
  const buckets = touched.map((other) =>
    Math.min(BUCKETS - 1, Math.floor(cosine(sums[other] ?? 0, own, norms[other] ?? 0) * BUCKETS)),
  );
  for (const bucket of buckets) counts[bucket] = (counts[bucket] ?? 0) + 1;
  let [bound, kept] = [BUCKETS, 0];
  while (bound > 0 && kept < CANDIDATES) {
    bound -= 1;
    kept += counts[bound] ?? 0;
  }
  return touched.filter((_, position) => (buckets[position] ?? 0) >= bound);
}

/** Returns the sum of weights of the tokens that two members share. */
function sharedWeight(index: PeerIndex, left: number, right: number, use: number): number {
  const own = heldBy(index, left);
  const other = heldBy(index, right).tokens;
  let [sum, i, j] = [0, 0, 0];
  while (i < own.tokens.length && j < other.length) {
    const [x, y] = [numberAt(own.tokens, i), numberAt(other, j)];
    if (x === y && numberAt(own.uses, i) & use) sum += numberAt(index.weights, x);
    if (x <= y) i += 1;
    if (y <= x) j += 1;
  }
  return sum;
}

/** Returns the candidates that are similar enough, at most 20. */
function nearest(candidates: readonly Candidate[]): readonly Candidate[] {
  const bound = NEAR * (candidates[0]?.similarity ?? 0);
  return candidates.slice(0, MAX_PEERS).filter(({ similarity }) => similarity >= bound);
}

interface Ranked {
  readonly place: number;
  readonly candidates: readonly Candidate[];
  readonly near: readonly Candidate[];
}

function prevalenceOf(index: PeerIndex, ranked: Ranked, key: string): number | null {
  const token = index.tokenOf.get(key);
  if (token === undefined) return null;
  const weight = hasToken(heldBy(index, ranked.place).tokens, token) ? (index.weights[token] ?? 0) : 0;
  const peers = weight === 0 ? ranked.near.map(({ place }) => place) : nearestWithout(index, ranked, token, weight);
  if (peers.length < MIN_PEERS) return null;
  const holders = peers.filter((place) => hasToken(heldBy(index, place).tokens, token)).length;
  return Math.round((holders / peers.length) * 1_000) / 1_000;
}

/** Ranks the candidates again as if nobody had the token; returns the places of those that are similar enough. */
function nearestWithout(
  index: PeerIndex,
  { place, candidates }: Ranked,
  token: number,
  weight: number,
): readonly number[] {
  const own = numberAt(index.generalNorms, place) - weight;
  const best: Scored[] = [];
  for (const candidate of candidates) {
    const lost = hasToken(heldBy(index, candidate.place).tokens, token) ? weight : 0;
    insert(best, candidate.place, cosine(candidate.shared - lost, own, candidate.norm - lost));
  }
  const bound = Math.max(EPSILON, NEAR * (best[0]?.similarity ?? 0));
  return best.filter(({ similarity }) => similarity >= bound).map((scored) => scored.place);
}

interface Scored {
  readonly place: number;
  readonly similarity: number;
}

/** Inserts into a list of the 20 most similar ones, which is sorted. */
function insert(best: Scored[], place: number, similarity: number): void {
  let position = best.length;
  while (position > 0 && isBefore(place, similarity, best[position - 1])) position -= 1;
  if (position >= MAX_PEERS) return;
  best.splice(position, 0, { place, similarity });
  if (best.length > MAX_PEERS) best.pop();
}

const isBefore = (place: number, similarity: number, other: Scored | undefined): boolean =>
  other !== undefined && (similarity > other.similarity || (similarity === other.similarity && place < other.place));

/** What remains after the subtraction of equal sums is not similarity. */
const EPSILON = 1e-9;
