import type { FieldNames } from "../fields/field-reader.ts";
import { RuleProblem } from "../rule-problem.ts";
import { describeLogSource, fitOf, type LogSource, namedTable } from "./log-source.ts";
import type { Mapping } from "./mapping.ts";

interface Entry {
  readonly mapping: Mapping;
  readonly rank: number;
}

/** Finds the tables that have the rows of a log source. */
export class MappingIndex {
  readonly #entries: Entry[] = [];
  readonly #found = new Map<string, readonly Mapping[]>();

  /** Of mappings of the same log source only those of the highest rank are used. */
  add(mapping: Mapping, rank: number): void {
    this.#entries.push({ mapping, rank });
    this.#found.clear();
  }

  get mappings(): readonly Mapping[] {
    return this.#entries.map(({ mapping }) => mapping);
  }

  /** Returns where the rows of a log source are. The service of a log source may be the name of a table. */
  namesOf(source: LogSource): readonly FieldNames[] {
    const mappings = this.#mappingsOf(source);
    const table = namedTable(source);
    // A mapping for any service does not change what the name of a table means.
    const isNamed = mappings.some(({ sources }) => sources.some(({ service }) => service === source.service));
    if (table !== undefined && !isNamed) return [{ table, mapping: null }];
    if (mappings.length > 0) return mappings.map((mapping) => ({ table: mapping.table, mapping }));
    throw new RuleProblem(`no table has rows of the logsource ${describeLogSource(source)}, and no mapping names it`);
  }

  #mappingsOf(source: LogSource): readonly Mapping[] {
    const key = JSON.stringify(source);
    const found = this.#found.get(key) ?? this.#search(source);
    this.#found.set(key, found);
    return found;
  }

  #search(source: LogSource): readonly Mapping[] {
    const fitting = this.#entries
      .map((entry) => ({ ...entry, fit: Math.max(...entry.mapping.sources.map((mapped) => fitOf(mapped, source))) }))
      .filter(({ fit }) => fit >= 0);
    const fit = Math.max(...fitting.map((entry) => entry.fit));
    const best = fitting.filter((entry) => entry.fit === fit);
    const rank = Math.max(...best.map((entry) => entry.rank));
    return best.filter((entry) => entry.rank === rank).map(({ mapping }) => mapping);
  }
}
