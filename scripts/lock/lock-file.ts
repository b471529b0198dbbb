/** A package as the lock file describes it. */
export interface LockedPackage {
  /** Set when the package is installed under another name. */
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  /** True when only development needs the package. */
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The part of `package-lock.json` that decides what `npm ci` installs. */
export interface LockFile {
  readonly lockfileVersion: number;
  /** By their place; the project itself is at "". */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** The part of `package.json` that the lock file must agree with. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
const EXACT_VERSION = /^\d+\.\d+\.\d+(-[\w.-]+)?$/;
const FOLDER = "node_modules/";

export function hasHash({ integrity }: LockedPackage): boolean {
  return integrity !== undefined && SHA512.test(integrity);
}

/** Returns the registry name of the package at a place of the lock file. */
export function nameOf(place: string, { name }: LockedPackage): string {
  return name ?? place.slice(place.lastIndexOf(FOLDER) + FOLDER.length);
}

/** Returns one line per reason why an installation from the lock file could differ from what was reviewed. */
export function findLockProblems(manifest: Manifest, lock: LockFile): readonly string[] {
  const installed = Object.entries(lock.packages).filter(([place]) => place !== "");
  return [
    ...(lock.lockfileVersion === 3 ? [] : [`lockfileVersion is ${lock.lockfileVersion}, expected 3`]),
    ...(installed.length > 0 ? [] : ["the lock file lists no package"]),
    ...installed.flatMap(([place, found]) => packageProblems(place, found)),
    ...(["dependencies", "devDependencies"] as const).flatMap((kind) =>
      versionProblems(kind, manifest[kind] ?? {}, lock),
    ),
  ];
}

function packageProblems(place: string, found: LockedPackage): readonly string[] {
  return [
    ...(place.startsWith(FOLDER) ? [] : [`${place} is not a package of the registry`]),
    ...(hasHash(found) ? [] : [`${place} has no sha512 integrity; run: npm run lock:fill`]),
    ...(found.resolved === undefined ? [] : [`${place} has a download address; remove "resolved"`]),
  ];
}

function versionProblems(
  kind: "dependencies" | "devDependencies",
  wanted: Readonly<Record<string, string>>,
  { packages }: LockFile,
): readonly string[] {
  const locked = packages[""]?.[kind] ?? {};
  const removed = Object.keys(locked).filter((name) => !(name in wanted));
  return [
    ...removed.map((name) => `${name} is in ${kind} of the lock file and not of package.json`),
    ...Object.entries(wanted).flatMap(([name, version]) => {
      if (!EXACT_VERSION.test(version)) return [`${name} is '${version}' in package.json, expected an exact version`];
      const versions = [locked[name], packages[`${FOLDER}${name}`]?.version];
      const other = versions.find((found) => found !== version);
      return versions.every((found) => found === version)
        ? []
        : [`${name} is ${version} in package.json and ${other ?? "missing"} in the lock file`];
    }),
  ];
}
