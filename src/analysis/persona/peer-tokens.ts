import { numberAt } from "./number-at.ts";
import { type Slice, UNSLICED } from "./slice.ts";

/** What a token of a member counts for: similarity in general, or similarity of behavior alone. */
export const GENERAL = 1;
export const BEHAVIOR = 2;

/** One thing that similar users share: an entitlement, a department, an application. */
export interface PeerToken {
  readonly key: string;
  /** `GENERAL`, `BEHAVIOR` or both. */
  readonly use: number;
  /** How often its weight counts; absent means once. */
  readonly times?: number;
}

/** A user among whom peers are looked for. */
export interface PeerMember {
  readonly id: string;
  readonly tokens: readonly PeerToken[];
}

/** The members and their tokens as numbers; tokens are numbered in the order of their keys, members in that of their ids. */
export interface PeerIndex {
  readonly ids: readonly string[];
  readonly places: ReadonlyMap<string, number>;
  readonly tokenOf: ReadonlyMap<string, number>;
  /** Squared inverse document frequency of each token, as often as it counts. */
  readonly weights: Float64Array;
  /** Tokens of each member in ascending order, and what they count for. */
  readonly tokens: readonly Int32Array[];
  readonly uses: readonly Uint8Array[];
  /** The sum of weights of each member, in general and of behavior. */
  readonly generalNorms: Float64Array;
  readonly behaviorNorms: Float64Array;
  /** Members of each token that is rare enough to look for candidates with; empty for the others. */
  readonly holders: readonly Int32Array[];
}

/**
 * A token of fewer members weighs as if so many had it, because it cannot distinguish a group of peers; in a small
 * organization, a tenth of all members.
 */
const LEAST_HOLDERS = 20;
const LEAST_SHARE = 0.1;
/** Tokens of at most this share of members, or of so few members, lead to candidates. */
const RARE_SHARE = 0.1;
const RARE_MEMBERS = 50;
/** The number of members is rounded down to a power of this, so that one more member does not change every weight. */
const HEADCOUNT_STEP = 2 ** 0.25;

/** Rounds a number of identities down to a coarse step. */
export function steppedCount(count: number): number {
  if (count < 1) return 0;
  // The small addend keeps exact powers on their step.
  const step = Math.floor(Math.log(count) / Math.log(HEADCOUNT_STEP) + 1e-9);
  return HEADCOUNT_STEP ** step;
}

const byId = (a: PeerMember, b: PeerMember): number => (a.id < b.id ? -1 : 1);

/** Numbers members and tokens and weighs the tokens. */
export async function createPeerIndex(given: readonly PeerMember[], slice: Slice = UNSLICED): Promise<PeerIndex> {
  const members = [...given].sort(byId);
  const tokenOf = await numberTokens(members, slice);
  const [tokens, uses]: [Int32Array[], Uint8Array[]] = [[], []];
  const frequencies = new Int32Array(tokenOf.size);
  const times = new Float64Array(tokenOf.size).fill(1);
  for (const member of members) {
    if (slice.isOver()) await slice.pause();
    for (const token of member.tokens) if (token.times) times[tokenOf.get(token.key) ?? 0] = token.times;
    const own = numbered(member, tokenOf);
    tokens.push(Int32Array.from(own.keys()));
    uses.push(Uint8Array.from(own.values()));
    for (const token of own.keys()) frequencies[token] = numberAt(frequencies, token) + 1;
  }
  const headcount = steppedCount(members.length);
  const least = Math.min(LEAST_HOLDERS, LEAST_SHARE * headcount);
  const weights = Float64Array.from(
    frequencies,
    (holders, token) => Math.max(0, Math.log(headcount / Math.max(holders, least))) ** 2 * numberAt(times, token),
  );
  const norms = (use: number): Float64Array =>
    Float64Array.from(tokens, (own, place) => sumOfWeights(own, uses[place] ?? new Uint8Array(0), use, weights));
  return {
    ids: members.map(({ id }) => id),
    places: new Map(members.map(({ id }, place) => [id, place])),
    tokenOf,
    weights,
    tokens,
    uses,
    generalNorms: norms(GENERAL),
    behaviorNorms: norms(BEHAVIOR),
    holders: await listHolders(tokens, frequencies, Math.max(RARE_SHARE * headcount, RARE_MEMBERS), slice),
  };
}

async function numberTokens(members: readonly PeerMember[], slice: Slice): Promise<ReadonlyMap<string, number>> {
  const keys = new Set<string>();
  for (const { tokens } of members) {
    if (slice.isOver()) await slice.pause();
    for (const { key } of tokens) keys.add(key);
  }
  return new Map([...keys].sort().map((key, token) => [key, token]));
}

function sumOfWeights(tokens: Int32Array, uses: Uint8Array, use: number, weights: Float64Array): number {
  let sum = 0;
  for (let position = 0; position < tokens.length; position++) {
    if (numberAt(uses, position) & use) sum += numberAt(weights, numberAt(tokens, position));
  }
  return sum;
}

/** Returns the tokens of a member in ascending order, each once, with what they count for. */
function numbered(member: PeerMember, tokenOf: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  const uses = new Map<number, number>();
  for (const { key, use } of member.tokens) {
    const token = tokenOf.get(key) ?? 0;
    uses.set(token, (uses.get(token) ?? 0) | use);
  }
  return new Map([...uses].sort(([a], [b]) => a - b));
}

/** Lists the members who have each token, for tokens that several but not too many members have. */
async function listHolders(
  tokens: readonly Int32Array[],
  frequencies: Int32Array,
  limit: number,
  slice: Slice,
): Promise<readonly Int32Array[]> {
  const holders = Array.from(frequencies, (count) => new Int32Array(count > 1 && count <= limit ? count : 0));
  const filled = new Int32Array(frequencies.length);
  for (const [place, own] of tokens.entries()) {
    if (slice.isOver()) await slice.pause();
    for (const token of own) {
      const list = holders[token];
      if (!list || list.length === 0) continue;
      list[numberAt(filled, token)] = place;
      filled[token] = numberAt(filled, token) + 1;
    }
  }
  return holders;
}

/** Whether a member has a token. */
export function hasToken(tokens: Int32Array, token: number): boolean {
  let [low, high] = [0, tokens.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = tokens[middle] ?? 0;
    if (found === token) return true;
    if (found < token) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
