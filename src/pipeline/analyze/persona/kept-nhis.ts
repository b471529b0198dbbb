import { appendTo } from "../../../model/append-to.ts";
import type { NhiSummary } from "../../../model/identity/nhi-summary.ts";
import type { DomainDb } from "../../../store/database/database.ts";
import { readNhiSummaries } from "../../../store/people/nhi-profiles.ts";

/** The analyzed non-human identities, by the users who are responsible for them. */
export interface KeptNhis {
  /** Returns the identities that a user keeps; null if none of the domain was analyzed. */
  of(tuid: string): readonly NhiSummary[] | null;
}

const PAGE = 1_000;

export async function readKeptNhis(db: DomainDb): Promise<KeptNhis> {
  const kept = new Map<string, NhiSummary[]>();
  let count = 0;
  for (let after: string | undefined; ; ) {
    const page = await readNhiSummaries(db, after, PAGE);
    for (const nhi of page) {
      for (const tuid of keepersOf(nhi)) appendTo(kept, tuid, nhi);
    }
    count += page.length;
    after = page.at(-1)?.nuid;
    if (page.length < PAGE) break;
  }
  return { of: (tuid) => (count === 0 ? null : (kept.get(tuid) ?? [])) };
}

function keepersOf({ stewardTuid, creatorTuid, ownerTuids, sponsorTuids }: NhiSummary): ReadonlySet<string> {
  return new Set([stewardTuid, creatorTuid, ...ownerTuids, ...sponsorTuids].filter((tuid) => tuid !== null));
}
