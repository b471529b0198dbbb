import { LRUCache } from "lru-cache";
import type { Answer } from "./answer.ts";

interface Entry {
  readonly answer: Answer;
  readonly versions: string;
}

/** A cache of whole answers, each valid only for the versions of the data it was built from. */
export interface PageCache {
  find(key: string, versions: string): Answer | undefined;
  keep(key: string, versions: string, answer: Answer): void;
}

/** Creates a cache of at most `maxBytes`; the least recently used answers are evicted first. */
export function createPageCache(maxBytes: number): PageCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes / 8),
    // The body twice, for its compressed forms, plus the overhead of the entry itself.
    sizeCalculation: ({ answer }, key) => answer.body.length * 2 + key.length + 512,
  });
  return {
    find: (key, versions) => {
      const entry = entries.get(key);
      return entry?.versions === versions ? entry.answer : undefined;
    },
    keep: (key, versions, answer) => {
      entries.set(key, { answer, versions });
    },
  };
}
