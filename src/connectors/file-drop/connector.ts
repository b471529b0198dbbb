import { isAbsolute } from "node:path";
import { safeText } from "../../model/text/safe-text.ts";
import type { Connector, ConnectorWorld, Json, PulledPage, SkippedItem } from "../connector.ts";
import { isObject } from "../http/read-json.ts";
import { pageOf } from "../pulled-page.ts";
import { type DroppedFile, findFiles } from "./find-files.ts";
import { headOf, type LineBatch, readLines } from "./read-lines.ts";

/** A file that did not change for this long is finished, even if its last line has no line end. */
const SETTLED_MS = 5 * 60_000;
/** How many ignored entries are logged per poll. */
const MAX_REPORTED = 20;

/** Reads rows from files in a watched folder. */
export const fileDropConnector: Connector = {
  connectorType: "file_drop",
  isLocal: true,
  pollEveryMs: 10_000,
  identity: ["folder"],
  settings: {
    folder: {
      meaning: "the folder to watch, an absolute path",
      required: true,
      problem: (text) => (isAbsolute(text) ? undefined : "is not an absolute path"),
    },
  },
  check: async (settings) => {
    await findFiles(settings["folder"] ?? "");
  },
  open: (settings, world) => ({
    pull: (cursor) => readFolder(settings["folder"] ?? "", world, cursor),
    close: () => undefined,
  }),
};

/** How far a file has been read, and the state of the file then. */
interface FilePosition {
  readonly size: number;
  readonly modifiedMs: number;
  readonly head: string;
  readonly offset: number;
  /** The number of lines before the offset. */
  readonly lines: number;
  /** Whether the file was read completely. */
  readonly read: boolean;
}

async function* readFolder(
  folder: string,
  world: ConnectorWorld,
  cursor: Json | undefined,
): AsyncGenerator<PulledPage> {
  const { files, ignored, ignoredCount } = await findFiles(folder);
  const known = readCursor(cursor);
  // The positions of removed files are dropped with the first page.
  const positions = new Map<string, FilePosition>();
  for (const { name } of files) {
    const position = known.positions.get(name);
    if (position) positions.set(name, position);
  }
  const toCursor = (reported: readonly string[]): Json => ({
    files: Object.fromEntries([...positions].map(([name, position]) => [name, { ...position }])),
    reported,
  });
  const unread: SkippedItem[] = [];
  for (const file of files) {
    for await (const { lines, problem } of readFile(file, positions, world)) {
      if (problem !== undefined) unread.push({ place: file.name, reason: problem });
      if (lines.length === 0) continue;
      yield pageOf(toCursor([...known.reported]), {
        rows: { [file.table]: lines.map((line) => ("text" in line ? line.text : { problem: line.problem })) },
        file: { name: file.name, numbers: lines.map(({ number }) => number) },
        more: true,
      });
    }
  }
  const all = [...unread, ...ignored];
  const skipped = all.filter(({ place }) => !known.reported.has(place)).slice(0, MAX_REPORTED);
  const reported = all.map(({ place }) => place).filter((place) => known.reported.has(place));
  yield pageOf(toCursor([...reported, ...skipped.map(({ place }) => place)]), {
    notes: [...notesOn("", unread, unread.length), ...notesOn("ignored: ", ignored, ignoredCount)],
    skipped,
  });
}

const MAX_NAMED = 5;

/** Returns a note that names the first items and counts the rest; nothing if there is none. */
function notesOn(label: string, items: readonly SkippedItem[], total: number): readonly string[] {
  if (items.length === 0) return [];
  const named = items.slice(0, MAX_NAMED).map(({ place, reason }) => `${safeText(place)} ${reason}`);
  const more = total - named.length;
  return [`${label}${named.join(", ")}${more > 0 ? `, and ${more} more` : ""}`];
}

async function* readFile(
  file: DroppedFile,
  positions: Map<string, FilePosition>,
  { clock }: ConnectorWorld,
): AsyncGenerator<Pick<LineBatch, "lines" | "problem">> {
  const { name, size, modifiedMs } = file;
  const known = positions.get(name);
  const finished = clock().getTime() - modifiedMs >= SETTLED_MS;
  if (known && isRead(file, known, finished)) return;
  const head = await headOf(file).catch(() => "");
  const start = known && isContinued(file, known, head) ? known : { offset: 0, lines: 0 };
  let last: LineBatch = { lines: [], position: { bytes: start.offset, lines: start.lines } };
  const mark = (read: boolean): void => {
    const { bytes: offset, lines } = last.position;
    positions.set(name, { size, modifiedMs, head, offset, lines, read });
  };
  // A batch is yielded when the next one was read, so that the last one is known to be the last.
  for await (const batch of readLines(file, last.position, finished)) {
    if (last.lines.length > 0) {
      mark(false);
      yield { lines: last.lines };
    }
    last = batch;
  }
  mark(!last.retry);
  yield last;
}

/** Whether nothing new can be read: the file is unchanged and has no pending last line. */
function isRead({ size, modifiedMs, packed }: DroppedFile, known: FilePosition, finished: boolean): boolean {
  const unchanged = known.read && known.size === size && known.modifiedMs === modifiedMs;
  return unchanged && (packed || !finished || known.offset >= size);
}

/**
 * Whether the file is the one read before, possibly with lines appended. A changed compressed file is read again from
 * its start.
 */
function isContinued({ packed, size, modifiedMs }: DroppedFile, known: FilePosition, head: string): boolean {
  if (known.head !== head) return false;
  return packed ? known.size === size && known.modifiedMs === modifiedMs : size >= known.offset;
}

interface KnownFolder {
  readonly positions: ReadonlyMap<string, FilePosition>;
  /** Entries that were logged already. */
  readonly reported: ReadonlySet<string>;
}

function readCursor(cursor: Json | undefined): KnownFolder {
  const kept = isObject(cursor) ? cursor : {};
  const files = isObject(kept["files"]) ? Object.entries(kept["files"]) : [];
  const reported = Array.isArray(kept["reported"]) ? kept["reported"] : [];
  const isPosition = (value: unknown): value is FilePosition =>
    isObject(value) &&
    typeof value["offset"] === "number" &&
    typeof value["lines"] === "number" &&
    typeof value["head"] === "string";
  return {
    positions: new Map(files.flatMap(([name, value]) => (isPosition(value) ? [[name, value] as const] : []))),
    reported: new Set(reported.filter((name) => typeof name === "string")),
  };
}
