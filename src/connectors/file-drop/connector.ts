import { isAbsolute } from "node:path";
import { safeText } from "../../model/text/safe-text.ts";
import type { Connector, ConnectorWorld, Json, PulledPage, SkippedItem } from "../connector.ts";
import { isObject } from "../http/read-json.ts";
import { pageOf } from "../pulled-page.ts";
import { type DroppedFile, findFiles } from "./find-files.ts";
import { headOf, type LineBatch, readLines } from "./read-lines.ts";

/** A file that was not changed for so long is finished, even if its last line has no end. */
const SETTLED_MS = 5 * 60_000;
/** Things that are not read are told to the log in portions. */
const TOLD_AT_ONCE = 20;

/** Takes rows from files in a watched folder. */
export const fileDropConnector: Connector = {
  connectorType: "file_drop",
  pollEveryMs: 10_000,
  identity: ["folder"],
  settings: {
    folder: {
      meaning: "the folder to watch, an absolute path",
      required: true,
      problem: (text) => (isAbsolute(text) ? undefined : "is not an absolute path"),
    },
  },
  open: (settings, world) => ({
    pull: (cursor) => readFolder(settings["folder"] ?? "", world, cursor),
    close: () => undefined,
  }),
};

/** How far a file has been read, and as what. */
interface FilePosition {
  readonly size: number;
  readonly modifiedMs: number;
  readonly head: string;
  readonly offset: number;
  /** Lines before the offset. */
  readonly lines: number;
  /** Everything was taken that the file held then. */
  readonly read: boolean;
}

async function* readFolder(
  folder: string,
  world: ConnectorWorld,
  cursor: Json | undefined,
): AsyncGenerator<PulledPage> {
  const { files, ignored } = await findFiles(folder);
  const known = readCursor(cursor);
  // Files that are gone are forgotten with the first page.
  const positions = new Map<string, FilePosition>();
  for (const { name } of files) {
    const position = known.positions.get(name);
    if (position) positions.set(name, position);
  }
  const toCursor = (told: readonly string[]): Json => ({
    files: Object.fromEntries([...positions].map(([name, position]) => [name, { ...position }])),
    told,
  });
  const unread: SkippedItem[] = [];
  for (const file of files) {
    for await (const { lines, problem } of readFile(file, positions, world)) {
      if (problem !== undefined) unread.push({ place: file.name, reason: problem });
      if (lines.length === 0) continue;
      yield pageOf(toCursor([...known.told]), {
        rows: { [file.table]: lines.map((line) => ("text" in line ? line.text : { problem: line.problem })) },
        file: { name: file.name, numbers: lines.map(({ number }) => number) },
        more: true,
      });
    }
  }
  const all = [...unread, ...ignored];
  const skipped = all.filter(({ place }) => !known.told.has(place)).slice(0, TOLD_AT_ONCE);
  const told = all.map(({ place }) => place).filter((place) => known.told.has(place));
  yield pageOf(toCursor([...told, ...skipped.map(({ place }) => place)]), {
    notes: notesOn(unread, ignored),
    skipped,
  });
}

const NAMED_AT_ONCE = 5;

function notesOn(unread: readonly SkippedItem[], ignored: readonly SkippedItem[]): readonly string[] {
  const tell = ({ place, reason }: SkippedItem): string => `${safeText(place)} ${reason}`;
  const notes = unread.slice(0, NAMED_AT_ONCE).map(tell);
  if (ignored.length === 0) return notes;
  const more = ignored.length - NAMED_AT_ONCE;
  const named = ignored.slice(0, NAMED_AT_ONCE).map(tell).join(", ");
  return [...notes, `left alone: ${named}${more > 0 ? `, and ${more} more` : ""}`];
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
  const start = known && goesOn(file, known, head) ? known : { offset: 0, lines: 0 };
  let last: LineBatch = { lines: [], position: { bytes: start.offset, lines: start.lines } };
  const mark = (read: boolean): void => {
    const { bytes: offset, lines } = last.position;
    positions.set(name, { size, modifiedMs, head, offset, lines, read });
  };
  // A batch is given away when the next one is there, so that the last one is known to be the last.
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

/** Nothing more is to be had: the file is as it was, and no line end is still waited for. */
function isRead({ size, modifiedMs, packed }: DroppedFile, known: FilePosition, finished: boolean): boolean {
  const unchanged = known.read && known.size === size && known.modifiedMs === modifiedMs;
  return unchanged && (packed || !finished || known.offset >= size);
}

/** Whether the file is the one that was read before, with more behind it. A packed one that changed is read anew. */
function goesOn({ packed, size, modifiedMs }: DroppedFile, known: FilePosition, head: string): boolean {
  if (known.head !== head) return false;
  return packed ? known.size === size && known.modifiedMs === modifiedMs : size >= known.offset;
}

interface KnownFolder {
  readonly positions: ReadonlyMap<string, FilePosition>;
  /** What the log has been told of already. */
  readonly told: ReadonlySet<string>;
}

function readCursor(cursor: Json | undefined): KnownFolder {
  const kept = isObject(cursor) ? cursor : {};
  const files = isObject(kept["files"]) ? Object.entries(kept["files"]) : [];
  const told = Array.isArray(kept["told"]) ? kept["told"] : [];
  const isPosition = (value: unknown): value is FilePosition =>
    isObject(value) &&
    typeof value["offset"] === "number" &&
    typeof value["lines"] === "number" &&
    typeof value["head"] === "string";
  return {
    positions: new Map(files.flatMap(([name, value]) => (isPosition(value) ? [[name, value] as const] : []))),
    told: new Set(told.filter((name) => typeof name === "string")),
  };
}
