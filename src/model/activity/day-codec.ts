import { DIMENSIONS } from "../identity/activity.ts";
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { type DayFacts, emptyFacts, type FactUse } from "./day-facts.ts";

/** Version 1 ends before the habits. */
const VERSION = 2;
const WITHOUT_HABITS = 1;
export const HASH_LENGTH = 8;
/** The code of the kind and the hash. */
const HABIT_LENGTH = 1 + HASH_LENGTH;
export const SAMPLE_LENGTH = 17;
const MINUTES = 1_440;
/** From this number on a bit for each minute of the day is shorter than a list. */
const DENSE_MINUTES = MINUTES / 8;

/** Packs facts; equal facts give equal bytes. */
export function encodeDay(facts: DayFacts): Uint8Array {
  const out = new ByteWriter();
  out.byte(VERSION);
  for (const count of [facts.events, facts.failures, facts.signIns, facts.bytes, facts.tables]) out.integer(count);
  writeHours(out, facts.hours);
  writeUses(out, facts);
  writeMinutes(out, facts.minutes);
  out.ascending(facts.firstCalls);
  writeHabits(out, facts);
  return out.take();
}

/** Unpacks facts; throws if the bytes are not a packed day. */
export function decodeDay(bytes: Uint8Array): DayFacts {
  const input = new ByteReader(bytes);
  const version = input.byte();
  if (version !== VERSION && version !== WITHOUT_HABITS)
    throw new Error(`packed days of version ${version} cannot be read by this release`);
  const facts = emptyFacts();
  facts.events = input.integer();
  facts.failures = input.integer();
  facts.signIns = input.integer();
  facts.bytes = input.integer();
  facts.tables = input.integer();
  readHours(input, facts.hours);
  readUses(input, facts);
  readMinutes(input, facts.minutes);
  facts.firstCalls = input.ascending();
  if (version !== WITHOUT_HABITS) readHabits(input, facts);
  return facts;
}

function writeHabits(out: ByteWriter, { habits, isCrowded }: DayFacts): void {
  out.byte(isCrowded ? 1 : 0);
  out.integer(habits.size);
  for (const habit of [...habits.keys()].sort()) {
    out.text(habit);
    out.integer(habits.get(habit) ?? 0);
  }
}

function readHabits(input: ByteReader, facts: DayFacts): void {
  facts.isCrowded = input.byte() === 1;
  for (let left = input.integer(); left > 0; left--) facts.habits.set(input.text(HABIT_LENGTH), input.integer());
}

/** Writes a bit for each hour with events, then their counts. */
function writeHours(out: ByteWriter, hours: readonly number[]): void {
  out.integer(hours.reduce((bits, count, hour) => (count > 0 ? bits + 2 ** hour : bits), 0));
  for (const count of hours) if (count > 0) out.integer(count);
}

function readHours(input: ByteReader, hours: number[]): void {
  const bits = input.integer();
  for (let hour = 0; hour < hours.length; hour++) if (bits & (1 << hour)) hours[hour] = input.integer();
}

/** Writes each sample once, as many uses share one; a use refers to it by its place. */
function writeUses(out: ByteWriter, facts: DayFacts): void {
  const samples = samplesOf(facts);
  const places = new Map(samples.map((sample, place) => [sample, place]));
  out.integer(samples.length);
  for (const sample of samples) out.text(sample);
  const present = facts.uses.flatMap((uses, code) => (uses || (facts.others[code] ?? 0) > 0 ? [code] : []));
  out.integer(present.length);
  for (const code of present) {
    const uses = facts.uses[code] ?? new Map<string, FactUse>();
    out.byte(code);
    out.integer(facts.others[code] ?? 0);
    out.integer(uses.size);
    for (const hash of [...uses.keys()].sort()) {
      const use = uses.get(hash);
      out.text(hash);
      out.integer(use?.count ?? 0);
      out.integer(places.get(use?.sample ?? "") ?? 0);
    }
  }
}

function samplesOf(facts: DayFacts): readonly string[] {
  const samples = new Set<string>();
  for (const uses of facts.uses) for (const { sample } of uses?.values() ?? []) samples.add(sample);
  return [...samples].sort();
}

function readUses(input: ByteReader, facts: DayFacts): void {
  const samples = Array.from({ length: input.integer() }, () => input.text(SAMPLE_LENGTH));
  for (let left = input.integer(); left > 0; left--) {
    const code = input.byte();
    if (code >= DIMENSIONS.length)
      throw new Error(`the packed day has ${DIMENSIONS.length} dimensions at most, not ${code}`);
    const uses = new Map<string, FactUse>();
    facts.uses[code] = uses;
    facts.others[code] = input.integer();
    for (let size = input.integer(); size > 0; size--) {
      const hash = input.text(HASH_LENGTH);
      const count = input.integer();
      uses.set(hash, { count, sample: samples[input.integer()] ?? "" });
    }
  }
}

function writeMinutes(out: ByteWriter, minutes: ReadonlySet<number>): void {
  const isDense = minutes.size >= DENSE_MINUTES;
  out.byte(isDense ? 1 : 0);
  if (!isDense) {
    out.ascending([...minutes].sort((a, b) => a - b));
    return;
  }
  const bits = new Uint8Array(DENSE_MINUTES);
  for (const minute of minutes) bits[minute >> 3] = (bits[minute >> 3] ?? 0) | (1 << (minute & 7));
  for (const byte of bits) out.byte(byte);
}

function readMinutes(input: ByteReader, minutes: Set<number>): void {
  if (input.byte() === 0) {
    for (const minute of input.ascending()) minutes.add(minute);
    return;
  }
  for (let place = 0; place < DENSE_MINUTES; place++) {
    const byte = input.byte();
    for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) minutes.add(place * 8 + bit);
  }
}
