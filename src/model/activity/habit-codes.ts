/**
 * What behavioral detectors compare a person or an application with, kept in its days with the time at which it was first
 * seen on each day. Append only: packed days and stored values contain the places in this list.
 */
export const HABIT_KINDS = [
  /** The country of a sign-in. */
  "country",
  /** A successful sign-in. */
  "sign_in",
  /** The device or client of a sign-in or office operation, with the table that reports it. */
  "client",
  /** The country and network from which an application acted. */
  "app_place",
  /** That an application acted, how it signs in, and the kinds of sensitive acts that it did. */
  "app_act",
] as const;
export type HabitKind = (typeof HABIT_KINDS)[number];

/** One habit that a row shows; the key identifies it among those of its kind. */
export interface Habit {
  readonly kind: HabitKind;
  readonly key: string;
}

/** Stored values have the codes of dimensions below this number and the codes of kinds of habits from it on. */
const FIRST_VALUE_CODE = 64;

const KIND_NUMBERS: ReadonlyMap<HabitKind, number> = new Map(HABIT_KINDS.map((kind, code) => [kind, code]));

/** Returns the character that precedes the hash of a habit in packed days. */
export const kindMark = (kind: HabitKind): string => String.fromCharCode(KIND_NUMBERS.get(kind) ?? 0);

/** Returns the number of a kind among the dimensions of stored values. */
export const habitValueCode = (kind: HabitKind): number => FIRST_VALUE_CODE + (KIND_NUMBERS.get(kind) ?? 0);
