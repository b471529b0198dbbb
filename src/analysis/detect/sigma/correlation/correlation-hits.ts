import { safeText } from "../../../../model/text/safe-text.ts";
import type { Hit, SeenRow } from "../../stateful-detector.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { firstReader } from "../fields/field-reader.ts";
import type { FieldValue } from "../fields/field-value.ts";
import { RowView } from "../fields/row-view.ts";
import type { Correlation } from "../parse/parse-correlation.ts";

/** A correlated rule, and the reference by which the correlation names it. */
export interface BaseRule {
  readonly reference: string;
  readonly rule: CompiledRule;
}

const MAX_GROUPS = 16;
const MAX_VALUES = 64;
const MAX_PART = 256;

/** Extracts hits from the rows that matched a correlated rule. */
export class HitReader {
  readonly #correlation: Correlation;
  readonly #bases: readonly BaseRule[];
  readonly #remembered: readonly string[];
  readonly #readers = new Map<string, (view: RowView) => FieldValue>();

  /** The remembered fields of a row are stored with its hits. */
  constructor(correlation: Correlation, bases: readonly BaseRule[], remembered: readonly string[]) {
    this.#correlation = correlation;
    this.#bases = bases;
    this.#remembered = remembered;
  }

  hitsOf(seen: SeenRow): readonly Hit[] {
    const matched = this.#bases.filter(
      ({ rule }) => seen.matches.has(rule.facts.slug) && rule.tables.includes(seen.row.table),
    );
    if (matched.length === 0) return [];
    const view = new RowView(seen.row);
    const found = new Map<string, Hit>();
    for (const base of matched) {
      for (const group of this.#groupsOf(seen, view, base)) {
        for (const hit of this.#hitsIn(group, matched, view, base)) {
          found.set(JSON.stringify([group, hit.value]), this.#withFields(hit, view, base));
        }
      }
    }
    return [...found.values()];
  }

  #withFields(hit: Hit, view: RowView, base: BaseRule): Hit {
    if (this.#remembered.length === 0) return hit;
    const fields = this.#remembered.map((field) => {
      const value = this.#read(field, view, base);
      return [field, safeText(Array.isArray(value) ? value.at(-1) : value)] as const;
    });
    return { ...hit, data: { ...Object.fromEntries(fields), ...hit.data } };
  }

  #groupsOf({ actor }: SeenRow, view: RowView, base: BaseRule): readonly string[] {
    const { groupBy } = this.#correlation;
    if (groupBy === null) return actor === null ? [] : [actor.subject];
    return this.#combined(groupBy, view, base, (name, value) => `${name}:${value.replaceAll("|", "%7c")}`, MAX_GROUPS);
  }

  /** Returns the combinations of the fields' values; none when a field has no value. */
  #combined(
    names: readonly string[],
    view: RowView,
    base: BaseRule,
    shown: (name: string, value: string) => string,
    most: number,
  ): readonly string[] {
    let combined: readonly string[] = [""];
    for (const name of names) {
      const values = this.#valuesOf(name, view, base).map((value) => shown(name, value));
      combined = combined
        .flatMap((start) => values.map((value) => (start ? `${start}|${value}` : value)))
        .slice(0, most);
    }
    return combined;
  }

  #hitsIn(group: string, matched: readonly BaseRule[], view: RowView, base: BaseRule): readonly Hit[] {
    const { type, fields } = this.#correlation;
    if (type === "event_count") return [{ group, value: "" }];
    if (type === "temporal") return [{ group, value: base.rule.facts.slug }];
    if (type === "temporal_ordered") {
      const steps = this.#bases.flatMap((step, at) => (matched.includes(step) ? [at] : []));
      return [{ group, value: steps.join(",") }];
    }
    if (type === "value_count") {
      return this.#combined(fields, view, base, (_, value) => value, MAX_VALUES).map((value) => ({ group, value }));
    }
    const number = this.#valuesOf(fields[0] ?? "", view, base)
      .map(Number)
      .find(Number.isFinite);
    return number === undefined ? [] : [{ group, value: "", data: { number } }];
  }

  #valuesOf(name: string, view: RowView, base: BaseRule): readonly string[] {
    const { reference, rule } = base;
    const alias = this.#correlation.aliases.get(name);
    const own = [reference, rule.name, rule.id, rule.facts.slug].map((key) => alias?.get(key?.toLowerCase() ?? ""));
    const value = this.#read(own.find((field) => field !== undefined) ?? name, view, base);
    const texts = typeof value === "string" ? [value] : (value ?? []).filter((text) => !text.startsWith("["));
    return [...new Set(texts.filter((text) => text !== "").map((text) => text.toLowerCase().slice(0, MAX_PART)))];
  }

  /** Reads a field by the names that the correlated rule uses. */
  #read(field: string, view: RowView, { rule }: BaseRule): FieldValue {
    const { table } = view.row;
    const key = `${rule.facts.slug} ${table} ${field}`;
    const names = () => rule.readings.map((reading) => reading.names).filter((each) => each.table === table);
    const reader = this.#readers.get(key) ?? firstReader(names(), field);
    this.#readers.set(key, reader);
    return reader(view);
  }
}
