import type { DirectoryModel } from "../../model/identity/directory.ts";
import type { AccessModel } from "../../model/identity/entitlement.ts";
import type { TimeSlice } from "../../runtime/time-slice.ts";
import type { DomainDb } from "../../store/database/database.ts";
import type { AnalysisPhase } from "./analysis-run.ts";

/** The phases of a run, in order: each may read what the earlier ones stored. */
export const PHASES: readonly AnalysisPhase[] = [];

/** Reads the directory of a domain and derives the access of every identity from it. */
export async function loadDirectory(
  _db: DomainDb,
  _slice: TimeSlice,
): Promise<{ readonly directory: DirectoryModel; readonly access: AccessModel }> {
  const none = { delivered: new Set<never>() };
  const nothing = (): undefined => undefined;
  const empty = (): readonly never[] => [];
  return {
    directory: {
      ...none,
      users: [],
      services: [],
      groups: [],
      resources: [],
      findUser: nothing,
      findUserByUpn: nothing,
      findService: nothing,
      findServiceByAppId: nothing,
      findGroup: nothing,
      findResource: nothing,
      managerOf: nothing,
      groupsOf: empty,
      ownersOf: empty,
      ownedBy: empty,
      credentialsOf: empty,
      grantsTo: empty,
      grantsBy: empty,
    },
    access: {
      ...none,
      entitlementsOf: empty,
      reachOf: () => ({
        reachesControlPlane: false,
        blastRadius: "minimal",
        tier: 2,
        isDirect: false,
        path: [],
        share: 0,
      }),
    },
  };
}
