import { foldSlot } from "../analysis/detect/episodes.ts";
import { periodOf, type StatefulDetector, type StoredHit } from "../analysis/detect/stateful-detector.ts";
import type { Actor } from "../model/actor.ts";
import type { LogTable } from "../model/log-row.ts";
import { sha256 } from "../runtime/hashing.ts";
import type { HitRow, RememberedHit } from "../store/hits.ts";
import { memoryNameOf } from "./detector-set.ts";

/** Longer names are told apart by a digest: an index holds only so much. */
const MAX_NAME = 200;
const KEPT_OF_NAME = 160;

/** Halves of surrogate pairs; with the null character they are what the database cannot hold. */
const HALVES = /\p{Cs}/gu;

/** A text of a row as a name in the database, which gives it back as it is. */
export function storableName(text: string): string {
  const short = text.length <= MAX_NAME ? text : `${text.slice(0, KEPT_OF_NAME)}#${sha256(text).slice(0, 22)}`;
  return short.replaceAll("\u0000", "\ufffd").replace(HALVES, "\ufffd");
}

type PackedActor = readonly [
  Actor["kind"],
  key: string,
  subject: string,
  upn: string | null,
  name: string | null,
  tuid: string | null,
  email: string | null,
];

/** What is kept of a hit, in as few characters as it can be told apart by. */
type PackedHit = readonly [
  value: string,
  table: LogTable,
  rowId: string,
  platformEventId: string | null,
  data: StoredHit["data"] | null,
  actor: PackedActor | null,
];

export function toHitRow(detector: StatefulDetector, hit: StoredHit): HitRow {
  const packed: PackedHit = [
    hit.value,
    hit.ref.table,
    hit.ref.rowId,
    hit.platformEventId,
    hit.data ?? null,
    hit.actor && packActor(hit.actor),
  ];
  const slot = detector.foldMs > 0 ? "" : `|${foldSlot(detector, hit)}`;
  return {
    detector: memoryNameOf(detector),
    group: storableName(hit.group),
    bucket: bucketOf(detector, hit.at),
    hitKey: storableName(`${hit.value}${slot}`),
    at: hit.at,
    rowId: storableName(hit.ref.rowId),
    count: hit.count,
    memory: JSON.stringify(packed),
  };
}

/** Where a hit of this time is filed: hits that fold into one are filed together. */
export const bucketOf = ({ foldMs }: Pick<StatefulDetector, "foldMs">, at: number): number =>
  foldMs > 0 ? periodOf(at, foldMs) : at;

export function toStoredHit(group: string, { at, count, memory }: RememberedHit): StoredHit {
  const [value, table, rowId, platformEventId, data, actor] = JSON.parse(memory) as PackedHit;
  return {
    group,
    value,
    ...(data && { data }),
    at,
    ref: { table, rowId, at },
    actor: actor && unpackActor(actor),
    platformEventId,
    count,
  };
}

const packActor = (actor: Actor): PackedActor => [
  actor.kind,
  actor.key,
  actor.subject,
  actor.upn,
  actor.name,
  actor.tuid,
  actor.email,
];

const unpackActor = ([kind, key, subject, upn, name, tuid, email]: PackedActor): Actor => ({
  kind,
  key,
  keys: [key],
  subject,
  upn,
  name,
  tuid,
  email,
});
