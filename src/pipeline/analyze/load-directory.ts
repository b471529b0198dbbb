import { buildDirectoryAccessInSteps, type DirectoryAccess } from "../../analysis/access/access-model.ts";
import { createDirectoryBuilder, type DirectoryBuilder } from "../../analysis/access/directory-builder.ts";
import { DIRECTORY_KINDS, type DirectoryKind } from "../../model/directory-kind.ts";
import { runInSlices } from "../../runtime/run-in-slices.ts";
import type { TimeSlice } from "../../runtime/time-slice.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { readDeliveredKinds, readDirectory, readDirectoryIds } from "../../store/people/directory.ts";

const PAGE = 1_000;
const PAGE_OF_IDS = 5_000;

/** Reads the directory of a domain, page by page, and builds its models. */
export async function loadDirectory(db: DomainDb, slice: TimeSlice): Promise<DirectoryAccess> {
  const builder = createDirectoryBuilder();
  for (const kind of DIRECTORY_KINDS) {
    if (kind === "memberships") await loadMemberships(db, builder, slice);
    else await loadKind(db, kind, builder, slice);
  }
  const facts = builder.build(await readDeliveredKinds(db));
  return runInSlices(buildDirectoryAccessInSteps(facts));
}

async function loadKind(db: DomainDb, kind: DirectoryKind, builder: DirectoryBuilder, slice: TimeSlice): Promise<void> {
  for (let after = ""; ; ) {
    const page = await readDirectory(db, kind, after, PAGE);
    for (const { objectId, document } of page) {
      if (slice.isOver()) await slice.pause();
      builder.add(kind, objectId, document);
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.objectId;
  }
}

/** Memberships are by far the most objects, and their ids say everything. */
async function loadMemberships(db: DomainDb, builder: DirectoryBuilder, slice: TimeSlice): Promise<void> {
  for (let after = ""; ; ) {
    const page = await readDirectoryIds(db, "memberships", after, PAGE_OF_IDS);
    for (const id of page) builder.addMembership(id);
    await slice.pause();
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_OF_IDS) return;
    after = last;
  }
}
