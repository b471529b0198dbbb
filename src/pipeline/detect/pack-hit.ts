import { foldSlot } from "../../analysis/detect/periods.ts";
import type { RowHit } from "../../analysis/detect/stateful-detector.ts";
import type { Actor } from "../../model/rows/actor.ts";
import { isCanonicalUuid } from "../../model/text/uuid.ts";
import { digestUuid } from "../../runtime/hashing.ts";
import { hitKeyOf, isTextKey, textOfKey } from "../../store/threats/hit-keys.ts";
import type { HitRow, RememberedHit } from "../../store/threats/hits.ts";
import { bucketOf, type HitMemory } from "./hit-memory.ts";
import { packActor } from "./pack-actor.ts";
import { packData, unpackData } from "./pack-data.ts";
import { joinParts, pack, SAME, SEPARATOR, storableName } from "./packed-text.ts";
import { codeOfTable, tableOfCode } from "./table-codes.ts";

/** Converts hits of a memory to rows. */
export function hitPacker(memory: HitMemory): (hit: RowHit) => HitRow {
  return (hit) => {
    const { at, group, actor, count } = hit;
    const slot = memory.foldMs > 0 ? "" : `|${foldSlot(memory, hit)}`;
    return {
      detector: memory.name,
      group: storableName(group),
      bucket: bucketOf(memory, at),
      at,
      count,
      isTrigger: memory.isGated && hit.isSupporting !== true,
      actor: actor ? packActor(actor).key : null,
      ...packSource(hit, storableName(`${hit.value}${slot}`)),
    };
  };
}

/**
 * Converts the rest of a hit to keys and text. A batch has thousands of hits, so the text is delimited rather than JSON.
 * What a key contains is not repeated in the text.
 */
function packSource(
  { value, ref: { table, rowId }, platformEventId, data }: RowHit,
  keyText: string,
): Pick<HitRow, "hitKey" | "rowKey" | "eventKey" | "memory"> {
  const hitKey = hitKeyOf(keyText);
  const isRowKey = isCanonicalUuid(rowId);
  const eventKey = platformEventId !== null && isCanonicalUuid(platformEventId) ? platformEventId : null;
  const packed = pack(value);
  const parts = [
    codeOfTable(table),
    data ? packData(data, packed) : SAME,
    packed === keyText && isTextKey(hitKey) ? SAME : packed,
    isRowKey ? SAME : pack(rowId),
    platformEventId === eventKey ? SAME : pack(platformEventId),
  ];
  const rowKey = isRowKey ? rowId : digestUuid(storableName(rowId));
  return { hitKey, rowKey, eventKey, memory: joinParts(parts) };
}

/** Converts stored hits of a group back. */
export function hitReader(group: string, actorOf: (key: string) => Actor | null): (stored: RememberedHit) => RowHit {
  return ({ at, count, hitKey, rowKey, eventKey, actor, memory }) => {
    const [table = "", data = SAME, ownValue = SAME, rowId = SAME, eventId = SAME] = memory.split(SEPARATOR);
    const value = ownValue === SAME ? textOfKey(hitKey) : ownValue;
    return {
      group,
      value,
      ...(data !== SAME && { data: unpackData(data, value) }),
      at,
      ref: { table: tableOfCode(table), rowId: rowId === SAME ? rowKey : rowId, at },
      actor: actor === null ? null : actorOf(actor),
      platformEventId: eventId === SAME ? eventKey : eventId,
      count,
    };
  };
}
