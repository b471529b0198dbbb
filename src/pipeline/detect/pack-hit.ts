import { foldSlot } from "../../analysis/detect/periods.ts";
import type { StoredHit } from "../../analysis/detect/stateful-detector.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { sha256 } from "../../runtime/hashing.ts";
import type { HitRow, RememberedHit } from "../../store/threats/hits.ts";
import { bucketOf, type HitMemory } from "./hit-memory.ts";

/** Longer names are told apart by a digest: an index holds only so much. */
const MAX_NAME = 200;
const KEPT_OF_NAME = 160;

/** Halves of surrogate pairs; with the null character they are what the database cannot hold. */
const HALVES = /\p{Cs}/gu;
const SPACE = 0x20;
const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd800, 0xdfff];

/** Whether a text has neither control characters nor surrogates: nearly every one, found out without a copy. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < SPACE || (code >= FIRST_SURROGATE && code <= LAST_SURROGATE)) return false;
  }
  return true;
}

const storable = (text: string): string => text.replaceAll("\u0000", "\ufffd").replace(HALVES, "\ufffd");

/** A text of a row as a name in the database, which gives it back as it is. */
export function storableName(text: string): string {
  const short = text.length <= MAX_NAME ? text : `${text.slice(0, KEPT_OF_NAME)}#${sha256(text).slice(0, 22)}`;
  return isPlain(short) ? short : storable(short);
}

/** Between the parts of what is kept of a hit, for a part that is absent, and for one that is as another. */
const SEPARATOR = "\u001f";
const ABSENT = "\u001e";
const SAME = "\u001d";

/** No mark comes from a row. */
const pack = (text: string | null): string => {
  if (text === null) return ABSENT;
  if (isPlain(text)) return text;
  return storable([SEPARATOR, ABSENT, SAME].reduce((rest, mark) => rest.replaceAll(mark, " "), text));
};
const unpack = (text: string | undefined): string | null => (text === undefined || text === ABSENT ? null : text);

/** Turns hits of a memory into rows. Thousands of them come with a batch, so this is made of plain text. */
export function hitPacker(memory: HitMemory): (hit: StoredHit) => HitRow {
  return (hit) => {
    const { at, value, ref, platformEventId, data, actor } = hit;
    const slot = memory.foldMs > 0 ? "" : `|${foldSlot(memory, hit)}`;
    const head = [pack(value), ref.table, pack(ref.rowId), pack(platformEventId), data ? JSON.stringify(data) : ABSENT];
    return {
      detector: memory.name,
      group: storableName(hit.group),
      bucket: bucketOf(memory, at),
      hitKey: storableName(`${value}${slot}`),
      at,
      rowId: storableName(ref.rowId),
      count: hit.count,
      isTrigger: memory.isGated && hit.isSupporting !== true,
      memory: `${head.join(SEPARATOR)}${SEPARATOR}${actor ? packActor(actor) : ""}`,
    };
  };
}

/** How many parts come before the actor. */
const HEAD = 5;

/** Reads hits of a group back. The same actor is behind most of them, and is read once. */
export function hitReader(group: string): (remembered: RememberedHit) => StoredHit {
  let last: { readonly text: string; readonly actor: Actor | null } = { text: "", actor: null };
  const actorOf = (text: string): Actor | null => {
    if (text !== last.text) last = { text, actor: unpackActor(text) };
    return last.actor;
  };
  return ({ at, count, memory }) => {
    const [value = "", table, rowId = "", platformEventId, data] = memory.split(SEPARATOR, HEAD);
    return {
      group,
      value,
      ...(data !== undefined && data !== ABSENT && { data: JSON.parse(data) as NonNullable<StoredHit["data"]> }),
      at,
      ref: { table: table as LogTable, rowId, at },
      actor: actorOf(memory.slice(headLength(memory))),
      platformEventId: unpack(platformEventId),
      count,
    };
  };
}

function headLength(memory: string): number {
  let end = 0;
  for (let part = 0; part < HEAD; part++) end = memory.indexOf(SEPARATOR, end) + 1;
  return end;
}

/** A row's actor is behind many hits, and is packed once. */
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

/** Most people have one address and are known by one id. */
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
