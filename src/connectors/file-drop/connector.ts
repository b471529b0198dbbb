import { isAbsolute } from "node:path";
import type { Connector, ConnectorWorld, Json, PulledLine, PulledPage } from "../connector.ts";
import { isObject } from "../http/read-json.ts";
import { pageOf } from "../pulled-page.ts";
import { type DroppedFile, findFiles } from "./find-files.ts";
import { headOf, type LineBatch, readLines } from "./read-lines.ts";

/** A file that was not changed for so long is finished, even if its last line has no end. */
const SETTLED_MS = 5 * 60_000;

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
  /** Everything was taken that the file held then. */
  readonly read: boolean;
}

async function* readFolder(
  folder: string,
  world: ConnectorWorld,
  cursor: Json | undefined,
): AsyncGenerator<PulledPage> {
  const found = await findFiles(folder);
  const known = readCursor(cursor);
  // Files that are gone are forgotten with the first page.
  const positions = new Map<string, FilePosition>();
  for (const { name } of found) {
    const position = known.get(name);
    if (position) positions.set(name, position);
  }
  const toCursor = (): Json => ({
    files: Object.fromEntries([...positions].map(([name, position]) => [name, { ...position }])),
  });
  const notes: string[] = [];
  for (const file of found) {
    for await (const page of readFile(file, positions, world)) {
      if (page.problem) notes.push(page.problem);
      if (page.lines.length > 0) yield pageOf(toCursor(), { rows: { [file.table]: page.lines }, more: true });
    }
  }
  yield pageOf(toCursor(), { notes: notes.slice(0, 5) });
}

interface ReadPage {
  readonly lines: readonly PulledLine[];
  readonly problem?: string | undefined;
}

async function* readFile(
  file: DroppedFile,
  positions: Map<string, FilePosition>,
  { clock }: ConnectorWorld,
): AsyncGenerator<ReadPage> {
  const { name, size, modifiedMs } = file;
  const known = positions.get(name);
  const finished = clock().getTime() - modifiedMs >= SETTLED_MS;
  if (known && isRead(file, known, finished)) return;
  const head = await headOf(file).catch(() => "");
  let last: LineBatch = { lines: [], offset: known && goesOn(file, known, head) ? known.offset : 0 };
  const mark = (read: boolean): void => void positions.set(name, { size, modifiedMs, head, offset: last.offset, read });
  // A batch is given away when the next one is there, so that the last one is known to be the last.
  for await (const batch of readLines(file, last.offset, finished)) {
    if (last.lines.length > 0) {
      mark(false);
      yield { lines: last.lines };
    }
    last = batch;
  }
  mark(!last.retry);
  yield { lines: last.lines, problem: last.problem };
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

function readCursor(cursor: Json | undefined): ReadonlyMap<string, FilePosition> {
  const files = isObject(cursor) && isObject(cursor["files"]) ? cursor["files"] : {};
  const isPosition = (value: unknown): value is FilePosition =>
    isObject(value) && typeof value["offset"] === "number" && typeof value["head"] === "string";
  return new Map(Object.entries(files).flatMap(([name, value]) => (isPosition(value) ? [[name, value] as const] : [])));
}
