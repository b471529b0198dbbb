import { LRUCache } from "lru-cache";
import type { Answer } from "./answer.ts";

interface Entry {
  readonly answer: Answer;
  readonly versions: string;
}

/** Whole answers, each good only for the versions of the data it was made from. */
export interface PageCache {
  find(key: string, versions: string): Answer | undefined;
  keep(key: string, versions: string, answer: Answer): void;
}

/** Holds at most `maxBytes` of answers; the ones not asked for longest go first. */
export function createPageCache(maxBytes: number): PageCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes / 8),
    // Twice the body for its compressed forms, and something for the entry itself.
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
