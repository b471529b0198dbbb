import { buildDirectoryAccessInSteps, type DirectoryAccess } from "../../analysis/access/access-model.ts";
import { createDirectoryBuilder, type DirectoryBuilder } from "../../analysis/access/directory-builder.ts";
import { DIRECTORY_KINDS, type DirectoryKind } from "../../model/directory-kind.ts";
import { createPartsDigest, type PartsDigest } from "../../runtime/hashing.ts";
import { runInSlices } from "../../runtime/run-in-slices.ts";
import type { TimeSlice } from "../../runtime/time-slice.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { readDeliveredKinds, readDirectory, readDirectoryIds } from "../../store/people/directory.ts";

const PAGE = 1_000;
const PAGE_OF_IDS = 5_000;

export interface LoadedDirectory extends DirectoryAccess {
  /** A digest of all objects and of the kinds that have been delivered. */
  readonly directoryDigest: string;
}

/** What a page of objects is added to. */
interface Loading {
  readonly db: DomainDb;
  readonly builder: DirectoryBuilder;
  readonly digest: PartsDigest;
  readonly slice: TimeSlice;
}

/** Reads the directory of a domain, page by page, and builds its models. */
export async function loadDirectory(db: DomainDb, slice: TimeSlice): Promise<LoadedDirectory> {
  const builder = createDirectoryBuilder();
  const digest = createPartsDigest();
  for (const kind of DIRECTORY_KINDS) {
    digest.add(kind);
    if (kind === "memberships") await loadMemberships({ db, builder, digest, slice });
    else await loadKind(kind, { db, builder, digest, slice });
  }
  const delivered = await readDeliveredKinds(db);
  digest.add(JSON.stringify([...delivered].sort()));
  const models = await runInSlices(buildDirectoryAccessInSteps(builder.build(delivered)));
  return { ...models, directoryDigest: digest.end() };
}

async function loadKind(kind: DirectoryKind, { db, builder, digest, slice }: Loading): Promise<void> {
  for (let after = ""; ; ) {
    const page = await readDirectory(db, kind, after, PAGE);
    for (const { objectId, document } of page) {
      if (slice.isOver()) await slice.pause();
      builder.add(kind, objectId, document);
      digest.add(objectId);
      digest.add(JSON.stringify(document));
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.objectId;
  }
}

/** Memberships are by far the most objects, and their ids say everything. */
async function loadMemberships({ db, builder, digest, slice }: Loading): Promise<void> {
  for (let after = ""; ; ) {
    const page = await readDirectoryIds(db, "memberships", after, PAGE_OF_IDS);
    for (const id of page) {
      builder.addMembership(id);
      digest.add(id);
    }
    await slice.pause();
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_OF_IDS) return;
    after = last;
  }
}
