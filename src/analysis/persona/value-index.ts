import type { Dimension } from "../../model/identity/activity.ts";

/** The dimensions of activity that personas use; no other dimension reaches a persona. */
export const PERSONA_DIMENSIONS = ["application", "operation", "resource", "device", "alert"] as const;
export type PersonaDimension = (typeof PERSONA_DIMENSIONS)[number];

export const isPersonaDimension = (dimension: Dimension): dimension is PersonaDimension =>
  (PERSONA_DIMENSIONS as readonly string[]).includes(dimension);

interface Value {
  readonly dimension: PersonaDimension;
  readonly key: string;
  label: string;
  labeledOn: number;
}

/**
 * Numbers the values of activity, so that profiles hold numbers instead of text. The numbers depend on the order in which
 * values are added: nothing that is compared or stored may depend on them.
 */
export class ValueIndex {
  readonly #values: Value[] = [];
  readonly #ids = new Map<string, number>();

  /** Returns the number of a value. Its label is the newest one, or the smallest of the newest day. */
  add(dimension: PersonaDimension, key: string, label: string, day: number): number {
    const name = `${dimension}:${key}`;
    const known = this.#ids.get(name);
    if (known === undefined) {
      this.#ids.set(name, this.#values.length);
      return this.#values.push({ dimension, key, label, labeledOn: day }) - 1;
    }
    const value = this.#values[known];
    if (value && (day > value.labeledOn || (day === value.labeledOn && label < value.label))) {
      value.label = label;
      value.labeledOn = day;
    }
    return known;
  }

  /** Returns the number of a value that was added. */
  find(dimension: PersonaDimension, key: string): number | undefined {
    return this.#ids.get(`${dimension}:${key}`);
  }

  at(id: number): Readonly<Pick<Value, "dimension" | "key" | "label">> {
    const value = this.#values[id];
    if (!value) throw new Error(`there is no value ${id}`);
    return value;
  }

  get size(): number {
    return this.#values.length;
  }
}
