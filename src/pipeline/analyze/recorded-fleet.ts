import type { Fleet } from "../../analysis/nhi/facts.ts";
import type { DirectoryModel } from "../../model/identity/directory.ts";

/** A question that the analysis of an identity asked about others: the name of a lookup, a space, and its argument. */
type Lookup = string;

type DirectoryLookup = {
  [Name in keyof DirectoryModel]: DirectoryModel[Name] extends (id: string) => unknown ? Name : never;
}[keyof DirectoryModel];
type FleetLookup = "findTuid" | "holdersOf";

const DIRECTORY_LOOKUPS: Readonly<Record<DirectoryLookup, true>> = {
  findUser: true,
  findUserByUpn: true,
  findService: true,
  findServiceByAppId: true,
  findGroup: true,
  findResource: true,
  managerOf: true,
  groupsOf: true,
  ownersOf: true,
  ownedBy: true,
  credentialsOf: true,
  grantsTo: true,
  grantsBy: true,
};
const isDirectoryLookup = (name: string): name is DirectoryLookup => Object.hasOwn(DIRECTORY_LOOKUPS, name);
const isFleetLookup = (name: string): name is FleetLookup => name === "findTuid" || name === "holdersOf";

/** The lookup that stands for all objects of the directory. */
const EVERYTHING = "everything";

export interface RecordedFleet {
  readonly fleet: Fleet;
  /** Returns everything that was asked for, sorted. */
  lookups(): readonly Lookup[];
}

/** Returns a fleet that records which of its parts the analysis of one identity depends on. */
export function recordLookups(fleet: Fleet): RecordedFleet {
  const asked = new Set<Lookup>();
  const { directory } = fleet;
  const recorded =
    <T>(name: DirectoryLookup | FleetLookup, find: (id: string) => T) =>
    (id: string): T => {
      asked.add(`${name} ${id}`);
      return find(id);
    };
  const all = <T>(objects: T): T => {
    asked.add(EVERYTHING);
    return objects;
  };
  return {
    fleet: {
      ...fleet,
      directory: {
        delivered: directory.delivered,
        get users() {
          return all(directory.users);
        },
        get services() {
          return all(directory.services);
        },
        get groups() {
          return all(directory.groups);
        },
        get resources() {
          return all(directory.resources);
        },
        findUser: recorded("findUser", (id) => directory.findUser(id)),
        findUserByUpn: recorded("findUserByUpn", (id) => directory.findUserByUpn(id)),
        findService: recorded("findService", (id) => directory.findService(id)),
        findServiceByAppId: recorded("findServiceByAppId", (id) => directory.findServiceByAppId(id)),
        findGroup: recorded("findGroup", (id) => directory.findGroup(id)),
        findResource: recorded("findResource", (id) => directory.findResource(id)),
        managerOf: recorded("managerOf", (id) => directory.managerOf(id)),
        groupsOf: recorded("groupsOf", (id) => directory.groupsOf(id)),
        ownersOf: recorded("ownersOf", (id) => directory.ownersOf(id)),
        ownedBy: recorded("ownedBy", (id) => directory.ownedBy(id)),
        credentialsOf: recorded("credentialsOf", (id) => directory.credentialsOf(id)),
        grantsTo: recorded("grantsTo", (id) => directory.grantsTo(id)),
        grantsBy: recorded("grantsBy", (id) => directory.grantsBy(id)),
      },
      findTuid: recorded("findTuid", fleet.findTuid),
      holdersOf: recorded("holdersOf", fleet.holdersOf),
    },
    lookups: () => [...asked].sort(),
  };
}

/** Asks again; two equal results mean that the analysis would have found the same. */
export function repeatLookup(fleet: Fleet, lookup: Lookup, directoryDigest: string): unknown {
  if (lookup === EVERYTHING) return directoryDigest;
  const [name, id] = [lookup.slice(0, lookup.indexOf(" ")), lookup.slice(lookup.indexOf(" ") + 1)];
  if (isFleetLookup(name)) return fleet[name](id);
  return isDirectoryLookup(name) ? fleet.directory[name](id) : null;
}
