import type { DomainDb } from "../database/database.ts";

/** One page of a list: the wire text of its items, and the cursor of the next page if there is one. */
export interface Page {
  readonly items: readonly string[];
  readonly nextCursor: string | null;
}

/** A page, or the result for a cursor that is not an item of this domain. */
export type PageResult = Page | "unknown cursor";

export interface PageRow {
  readonly id: string;
  readonly wire: string;
}

/** Collects SQL conditions and their parameters; `?` stands for the next parameter, and `$1` is the domain. */
export class Conditions {
  private readonly parts: string[] = [];
  private readonly parameters: unknown[] = [];

  /** Adds a parameter and returns its placeholder, for use outside the conditions. */
  bind(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length + 1}`;
  }

  add(condition: string, value: unknown): this {
    this.parts.push(condition.replace("?", this.bind(value)));
    return this;
  }

  addIf(condition: string, value: unknown): this {
    return value === undefined ? this : this.add(condition, value);
  }

  /** All conditions, each preceded by `and`. */
  get sql(): string {
    return this.parts.map((part) => ` and ${part}`).join("");
  }

  get count(): number {
    return this.parts.length;
  }

  get values(): readonly unknown[] {
    return this.parameters;
  }
}

/** Builds a page from up to `limit + 1` rows, and distinguishes an unknown cursor from the end of the list. */
export async function toPage(
  db: DomainDb,
  rows: readonly PageRow[],
  limit: number,
  cursor: { readonly id: string | undefined; readonly exists: string },
): Promise<PageResult> {
  if (rows.length === 0 && cursor.id !== undefined) {
    const [position] = await db.query<{ known: boolean }>(cursor.exists, [cursor.id]);
    if (!position) return "unknown cursor";
  }
  const page = rows.slice(0, limit);
  return {
    items: page.map(({ wire }) => wire),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}
