import { foldSlot } from "../../analysis/detect/periods.ts";
import type { RowHit } from "../../analysis/detect/stateful-detector.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { isPlain, storableText } from "../../model/text/storable-text.ts";
import { sha256 } from "../../runtime/hashing.ts";
import type { HitRow, RememberedHit } from "../../store/threats/hits.ts";
import { bucketOf, type HitMemory } from "./hit-memory.ts";

/** A longer name is cut and gets a digest, because the size of an index entry is limited. */
const MAX_NAME = 200;
const KEPT_OF_NAME = 160;

/** Returns a text of a row in a form that the database can store and index. */
export function storableName(text: string): string {
  const short = text.length <= MAX_NAME ? text : `${text.slice(0, KEPT_OF_NAME)}#${sha256(text).slice(0, 22)}`;
  return storableText(short);
}

/** Marks in a packed hit: between its parts, for an absent part, and for a part that repeats another. */
const SEPARATOR = "\u001f";
const ABSENT = "\u001e";
const SAME = "\u001d";

/** Replaces marks in a text of a row, so that no row can forge one. */
const pack = (text: string | null): string => {
  if (text === null) return ABSENT;
  if (isPlain(text)) return text;
  return storableText([SEPARATOR, ABSENT, SAME].reduce((rest, mark) => rest.replaceAll(mark, " "), text));
};
const unpack = (text: string | undefined): string | null => (text === undefined || text === ABSENT ? null : text);

/**
 * Converts hits of a memory to rows. A batch has thousands of them, so the format is delimited text rather than JSON.
 */
export function hitPacker(memory: HitMemory): (hit: RowHit) => HitRow {
  return (hit) => {
    const { at, value, ref, platformEventId, data, actor } = hit;
    const slot = memory.foldMs > 0 ? "" : `|${foldSlot(memory, hit)}`;
    const origin = `${ref.table}${SEPARATOR}${pack(ref.rowId)}${SEPARATOR}${pack(platformEventId)}`;
    const head = `${pack(value)}${SEPARATOR}${origin}${SEPARATOR}${data ? JSON.stringify(data) : ABSENT}`;
    return {
      detector: memory.name,
      group: storableName(hit.group),
      bucket: bucketOf(memory, at),
      hitKey: storableName(`${value}${slot}`),
      at,
      rowId: storableName(ref.rowId),
      count: hit.count,
      isTrigger: memory.isGated && hit.isSupporting !== true,
      memory: `${head}${SEPARATOR}${actor ? packActor(actor) : ""}`,
    };
  };
}

/** The number of parts before the actor. */
const HEAD = 5;

/** Converts stored hits of a group back. Most have the same actor, which is parsed once. */
export function hitReader(group: string): (remembered: RememberedHit) => RowHit {
  let last: { readonly text: string; readonly actor: Actor | null } = { text: "", actor: null };
  const actorOf = (text: string): Actor | null => {
    if (text !== last.text) last = { text, actor: unpackActor(text) };
    return last.actor;
  };
  return ({ at, count, memory: packed }) => {
    const [value = "", table, rowId = "", platformEventId, data] = packed.split(SEPARATOR, HEAD);
    return {
      group,
      value,
      ...(data !== undefined && data !== ABSENT && { data: JSON.parse(data) as NonNullable<RowHit["data"]> }),
      at,
      ref: { table: table as LogTable, rowId, at },
      actor: actorOf(packed.slice(headLength(packed))),
      platformEventId: unpack(platformEventId),
      count,
    };
  };
}

function headLength(packed: string): number {
  let end = 0;
  for (let part = 0; part < HEAD; part++) end = packed.indexOf(SEPARATOR, end) + 1;
  return end;
}

/** One row's actor is shared by many hits and packed once. */
const packedActors = new WeakMap<Actor, string>();

function packActor(actor: Actor): string {
  const known = packedActors.get(actor);
  if (known !== undefined) return known;
  const { kind, key, subject, upn, name, tuid, email } = actor;
  const parts = [kind, key, subject, upn, name].map(pack);
  const text = [...parts, packAs(tuid, subject), packAs(email, upn)].join(SEPARATOR);
  packedActors.set(actor, text);
  return text;
}

/** Most actors have one address and one id. */
const packAs = (text: string | null, other: string | null): string => (text === other ? SAME : pack(text));
const unpackAs = (text: string | undefined, other: string | undefined): string | null =>
  unpack(text === SAME ? other : text);

function unpackActor(text: string): Actor | null {
  if (text === "") return null;
  const [kind, key = "", subject = "", upn, name, tuid, email] = text.split(SEPARATOR);
  return {
    kind: kind as Actor["kind"],
    key,
    keys: [key],
    subject,
    upn: unpack(upn),
    name: unpack(name),
    tuid: unpackAs(tuid, subject),
    email: unpackAs(email, upn),
  };
}
