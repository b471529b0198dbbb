import { overloaded } from "./overloaded.ts";

/** Runs the work of one name one piece at a time; different names do not wait for each other. */
export type SerializeByName = <T>(name: string, work: () => Promise<T>) => Promise<T>;

interface Line {
  last: Promise<unknown>;
  /** Pieces that run or wait. */
  length: number;
}

/** Creates a serializer. A piece of work is refused with 503 if `maxWaiting` pieces of its name wait already. */
export function createSerializer(maxWaiting = Number.POSITIVE_INFINITY): SerializeByName {
  const lines = new Map<string, Line>();
  return async (name, work) => {
    const line = lines.get(name) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > maxWaiting) throw overloaded();
    const mine = line.last.then(work, work);
    lines.set(name, line);
    line.last = mine;
    line.length += 1;
    const leave = () => {
      line.length -= 1;
      if (line.length === 0) lines.delete(name);
    };
    mine.then(leave, leave);
    return mine;
  };
}
