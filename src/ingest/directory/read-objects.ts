import type { DirectoryKind } from "../../model/directory-kind.ts";
import type { Fields } from "../../model/fields.ts";
import type { BatchPacer } from "../../runtime/batch-pacer.ts";
import { createTimeSlice, type TimeSlice } from "../../runtime/time-slice.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { createRecordReader, type DeliveredLine, type RecordPlace, type RejectedLine } from "../rows/prepare-rows.ts";
import { type DirectoryPerson, toPerson } from "./directory-person.ts";
import { type DeliveredObject, namedObjects, toDeliveredObject } from "./directory-shapes.ts";
import { type PeoplePlan, planPeople } from "./people-plan.ts";

/** Parses the directory objects of one delivery. */
export interface ObjectReader {
  readonly rejected: readonly RejectedLine[];
  /** Returns the objects of a line; lets requests run in between if there are many. */
  read(line: DeliveredLine, slice: TimeSlice): Promise<readonly DeliveredObject[]>;
}

export function createObjectReader(kind: DirectoryKind): ObjectReader {
  const reader = createRecordReader((record, place) => ({ place, named: namedObjects(kind, record) }));
  const readAll = async (place: RecordPlace, named: readonly Fields[], slice: TimeSlice) => {
    const objects: DeliveredObject[] = [];
    for (const fields of named) {
      if (slice.isOver()) await slice.pause();
      const object = reader.attempt(place, () => toDeliveredObject(kind, fields));
      // The objects of one record are stored together or not at all.
      if (!object) return [];
      objects.push(object);
    }
    return objects;
  };
  return {
    rejected: reader.rejected,
    read: async (line, slice) => {
      const objects: DeliveredObject[] = [];
      for (const record of reader.read(line)) {
        if (slice.isOver()) await slice.pause();
        if (!record) continue;
        for (const object of await readAll(record.place, record.named, slice)) objects.push(object);
      }
      return objects;
    },
  };
}

export interface ObjectBatch {
  readonly objects: readonly DeliveredObject[];
  readonly weight: number;
  readonly isLast: boolean;
}

/** Characters of a line that cost as much as one object. */
const WEIGHED_CHARACTERS = 1_024;

/** Yields batches of objects, one per transaction, and lets requests run in between; the last batch may be empty. */
export async function* inBatches(
  lines: readonly DeliveredLine[],
  reader: ObjectReader,
  pacer: BatchPacer,
): AsyncGenerator<ObjectBatch, void, void> {
  const slice = createTimeSlice();
  let [objects, weight]: [DeliveredObject[], number] = [[], 0];
  for (const line of lines) {
    if (slice.isOver()) await slice.pause();
    const read = await reader.read(line, slice);
    const own = 1 + ("text" in line ? line.text.length : 0) / WEIGHED_CHARACTERS / Math.max(read.length, 1);
    for (const object of read) {
      if (weight >= pacer.size()) {
        yield { objects, weight, isLast: false };
        [objects, weight] = [[], 0];
      }
      objects.push(object);
      weight += own;
    }
  }
  yield { objects, weight, isLast: true };
}

/** Matches the people of a delivery that is stored in several transactions. */
export async function planDelivery(db: DomainDb, lines: readonly DeliveredLine[]): Promise<PeoplePlan> {
  const slice = createTimeSlice();
  const reader = createObjectReader("users");
  const people = new Map<string, DirectoryPerson>();
  for (const line of lines) {
    if (slice.isOver()) await slice.pause();
    for (const object of await reader.read(line, slice)) {
      if (!object.isRemoved) people.set(object.objectId, toPerson(object));
    }
  }
  return planPeople(db, [...people.values()]);
}
