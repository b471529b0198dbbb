import { messageEnd } from "./wire.ts";

const PARSE = 0x50;
const BIND = 0x42;
const DESCRIBE = 0x44;
const CLOSE = 0x43;
const STATEMENT = 0x53;

/**
 * Maps the named statements of one session to unique names in the shared backend. Otherwise two sessions that both
 * prepare "find_case" would run each other's SQL. SQL-level PREPARE and DEALLOCATE ALL are not supported.
 */
export class StatementNames {
  readonly #sessionId: number;
  readonly #aliases = new Map<string, string>();

  constructor(sessionId: number) {
    this.#sessionId = sessionId;
  }

  get aliases(): readonly string[] {
    return [...this.#aliases.values()];
  }

  get isEmpty(): boolean {
    return this.#aliases.size === 0;
  }

  rename(unit: Buffer): Buffer {
    const pieces: Buffer[] = [];
    let copied = 0;
    for (let start = 0; start < unit.length; ) {
      const end = messageEnd(unit, start);
      const nameAt = statementNameAt(unit, start);
      const nameEnd = nameAt === undefined ? -1 : unit.indexOf(0, nameAt);
      if (nameAt !== undefined && nameEnd > nameAt && nameEnd < end) {
        const alias = Buffer.from(this.#aliasOf(unit.toString("latin1", nameAt, nameEnd)));
        const header = Buffer.from(unit.subarray(start, nameAt));
        header.writeInt32BE(end - start - 1 + alias.length - (nameEnd - nameAt), 1);
        pieces.push(unit.subarray(copied, start), header, alias);
        copied = nameEnd;
      }
      start = end;
    }
    return copied === 0 ? unit : Buffer.concat([...pieces, unit.subarray(copied)]);
  }

  #aliasOf(name: string): string {
    const known = this.#aliases.get(name);
    if (known !== undefined) return known;
    const alias = `s${this.#sessionId}_${this.#aliases.size + 1}`;
    this.#aliases.set(name, alias);
    return alias;
  }
}

function statementNameAt(unit: Buffer, start: number): number | undefined {
  const body = start + 5;
  const type = unit[start];
  if (type === PARSE) return body;
  if (type === BIND) return unit.indexOf(0, body) + 1 || undefined;
  if ((type === DESCRIBE || type === CLOSE) && unit[body] === STATEMENT) return body + 1;
  return undefined;
}
