import type { DirectoryObjects, Json } from "../connector.ts";
import { createPageGuard, type PageGuard } from "../http/page-guard.ts";
import { isObject, type JsonObject, malformed } from "../http/read-json.ts";
import { type GraphApi, type GraphPage, RESYNC } from "./graph-api.ts";
import type { DeltaStage, ListStage } from "./stages.ts";

/** The position of a stage: in a walk (`next`), waiting for changes (`delta`), or for its next interval (`doneAt`). */
export interface StagePosition {
  readonly next?: string;
  /** The index of the stage's list that `next` belongs to. */
  readonly list?: number;
  /** Whether `next` belongs to a full walk rather than to changes. */
  readonly full?: boolean;
  readonly delta?: string;
  readonly doneAt?: number;
}

export interface StageStep {
  readonly directory: readonly DirectoryObjects[];
  readonly position: StagePosition;
}

/** Reads the changes since the last poll; everything if there was none or Graph no longer accepts the delta link. */
export async function* walkChanges(
  api: GraphApi,
  stage: DeltaStage,
  start: StagePosition,
  now: Date,
): AsyncGenerator<StageStep> {
  const initial = api.urlOf(stage.path).href;
  let guard = createPageGuard(api.base);
  let link = start.next ?? start.delta ?? initial;
  let full = link === initial || start.full === true;
  for (;;) {
    const page = await api.page(guard.next(link));
    if (page === RESYNC) {
      if (link === initial) throw malformed(api.base.host, "no first page");
      guard = createPageGuard(api.base);
      full = true;
      link = initial;
      continue;
    }
    const walk = full ? { first: link === initial, last: page.next === undefined } : undefined;
    yield { directory: changesOf(api, stage, page, walk), position: positionBehind(page, full, now) };
    if (page.next === undefined) return;
    link = page.next;
  }
}

function changesOf(
  { base }: GraphApi,
  stage: DeltaStage,
  { next, delta, items }: GraphPage,
  walk: DirectoryObjects["walk"],
): readonly DirectoryObjects[] {
  if ((next === undefined) === (delta === undefined))
    throw malformed(base.host, "changes without exactly one of next link and delta link");
  for (const item of items) idOf(base.host, item);
  const objects = stage.toObjects(items);
  return stage.kinds.map((kind) => ({ kind, objects: objects[kind] ?? [], walk }));
}

function positionBehind({ next, delta }: GraphPage, full: boolean, now: Date): StagePosition {
  if (next !== undefined) return { next, full };
  return { ...(delta !== undefined && { delta }), doneAt: now.getTime() };
}

/** Reads everything of a kind when its interval has passed or its last walk was interrupted. */
export async function* walkLists(
  api: GraphApi,
  stage: ListStage,
  start: StagePosition,
  now: Date,
): AsyncGenerator<StageStep> {
  if (!isDue(stage, start, now)) return;
  const guard = createPageGuard(api.base);
  let first = start.next === undefined;
  let list = start.list ?? 0;
  let link = start.next ?? firstLink(api, stage, 0);
  while (link !== undefined) {
    const page = await api.page(guard.next(link));
    // The position in the walk is lost: the next poll starts the walk again.
    if (page === RESYNC) return yield { directory: [], position: {} };
    const objects = await objectsOf(api, stage, list, page.items);
    if (page.next === undefined) list++;
    link = page.next ?? firstLink(api, stage, list);
    const directory = [{ kind: stage.kind, objects, walk: { first, last: link === undefined } }];
    yield { directory, position: link === undefined ? { doneAt: now.getTime() } : { next: link, list } };
    first = false;
  }
}

const isDue = ({ everyMs }: ListStage, { next, doneAt = 0 }: StagePosition, now: Date): boolean =>
  next !== undefined || now.getTime() - doneAt >= everyMs;

function firstLink(api: GraphApi, { lists }: ListStage, list: number): string | undefined {
  const path = lists[list]?.path;
  return path === undefined ? undefined : api.urlOf(path).href;
}

async function objectsOf(
  api: GraphApi,
  { lists }: ListStage,
  list: number,
  items: readonly JsonObject[],
): Promise<DirectoryObjects["objects"]> {
  const { toObjects, below, toMember } = lists[list] ?? {};
  for (const item of items) idOf(api.base.host, item);
  if (!below || !toMember) return items.flatMap((item) => toObjects?.(item) ?? []);
  const paths = items.map((item) => below(encodeURIComponent(idOf(api.base.host, item))));
  const found = await api.pages(paths);
  const members: JsonObject[] = [];
  const guard = createPageGuard(api.base);
  for (const [index, item] of items.entries()) {
    const first = found.get(paths[index] ?? "");
    if (first) for await (const member of membersOf(api, first, guard)) members.push(toMember(member, item));
  }
  return members;
}

async function* membersOf(api: GraphApi, first: GraphPage, guard: PageGuard): AsyncGenerator<JsonObject> {
  let page = first;
  for (;;) {
    yield* page.items;
    if (page.next === undefined) return;
    const next = await api.page(guard.next(page.next));
    if (next === RESYNC) throw malformed(api.base.host, "a list that cannot be read to its end");
    page = next;
  }
}

function idOf(host: string, item: JsonObject): string {
  const { id } = item;
  if (typeof id !== "string" || id === "") throw malformed(host, "an object without an id");
  return id;
}

/** Returns the stored position without invalid members. */
export function readPosition(value: Json | undefined): StagePosition {
  if (!isObject(value)) return {};
  const types = { next: "string", delta: "string", list: "number", doneAt: "number", full: "boolean" };
  const entries = Object.entries(types).filter(([name, type]) => typeof value[name] === type);
  return Object.fromEntries(entries.map(([name]) => [name, value[name]]));
}
