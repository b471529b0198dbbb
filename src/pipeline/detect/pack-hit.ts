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
    const { at, actor, platformEventId } = hit;
    const slot = memory.foldMs > 0 ? "" : `|${foldSlot(memory, hit)}`;
    const keyText = storableName(`${hit.value}${slot}`);
    const hitKey = hitKeyOf(keyText);
    const rowKey = rowKeyOf(hit.ref.rowId);
    const eventKey = platformEventId !== null && isCanonicalUuid(platformEventId) ? platformEventId : null;
    return {
      detector: memory.name,
      group: storableName(hit.group),
      bucket: bucketOf(memory, at),
      hitKey,
      at,
      rowKey,
      eventKey,
      actor: actor ? packActor(actor).key : null,
      count: hit.count,
      isTrigger: memory.isGated && hit.isSupporting !== true,
      memory: packText(hit, { value: isTextKey(hitKey) ? keyText : null, rowKey, eventKey }),
    };
  };
}

/** What the columns of a hit contain. */
interface InColumns {
  readonly value: string | null;
  readonly rowKey: string;
  readonly eventKey: string | null;
}

/** Converts the rest of a hit to text. A batch has thousands of hits, so it is delimited rather than JSON. */
function packText(
  { value, ref: { table, rowId }, platformEventId, data }: RowHit,
  { value: known, rowKey, eventKey }: InColumns,
): string {
  const packed = pack(value);
  return joinParts(
    codeOfTable(table),
    data ? packData(data, packed) : SAME,
    packed === known ? SAME : packed,
    rowId === rowKey ? SAME : pack(rowId),
    platformEventId === eventKey ? SAME : pack(platformEventId),
  );
}

const rowKeyOf = (rowId: string): string => (isCanonicalUuid(rowId) ? rowId : digestUuid(storableName(rowId)));

/** Converts stored hits of a group back. */
export function hitReader(group: string, actorOf: (key: string) => Actor | null): (stored: RememberedHit) => RowHit {
  return ({ at, count, hitKey, rowKey, eventKey, actor, memory }) => {
    const parts = memory.split(SEPARATOR);
    const value = isIn(parts[2]) ? parts[2] : textOfKey(hitKey);
    const data = parts[1];
    return {
      group,
      value,
      data: isIn(data) ? unpackData(data, value) : undefined,
      at,
      ref: { table: tableOfCode(parts[0] ?? ""), rowId: isIn(parts[3]) ? parts[3] : rowKey, at },
      actor: actor === null ? null : actorOf(actor),
      platformEventId: isIn(parts[4]) ? parts[4] : eventKey,
      count,
    };
  };
}

/** Returns whether a part is in the text, and not in a column or absent. */
const isIn = (part: string | undefined): part is string => part !== undefined && part !== SAME;
