import { type LockedPackage, type LockFile, nameOf } from "./lock-file.ts";

/** The part of `package.json` that describes the product itself. */
export interface Product {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** A CycloneDX 1.5 document, as far as it is used here. */
export interface Sbom {
  readonly bomFormat: "CycloneDX";
  readonly specVersion: "1.5";
  readonly version: 1;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly "bom-ref": string;
  readonly type: "application" | "library";
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly [{ readonly expression: string }];
  readonly hashes?: readonly [{ readonly alg: "SHA-512"; readonly content: string }];
}

/**
 * Lists what a production installation holds, with versions, licenses and hashes, from the lock file alone. `npm sbom
 * --omit dev` leaves out what is needed both for production and for development.
 */
export function createSbom(product: Product, { packages }: LockFile): Sbom {
  const installed = Object.entries(packages).filter(([place, found]) => place !== "" && found.dev !== true);
  const root = toComponent("application", product.name, product);
  const refs = new Map(installed.map(([place, found]) => [place, refOf(nameOf(place, found), found.version)]));
  const dependsOn = (place: string, found: LockedPackage): readonly string[] => {
    const names = Object.keys({ ...found.dependencies, ...found.optionalDependencies, ...found.peerDependencies });
    return [...new Set(names.flatMap((name) => refs.get(findPlace(name, place, refs)) ?? []))].sort();
  };
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: root },
    components: installed.map(([place, found]) => toComponent("library", nameOf(place, found), found)),
    dependencies: [
      { ref: root["bom-ref"], dependsOn: dependsOn("", packages[""] ?? {}) },
      ...installed.map(([place, found]) => ({ ref: refs.get(place) ?? "", dependsOn: dependsOn(place, found) })),
    ],
  };
}

function toComponent(type: Component["type"], name: string, { version = "", license, integrity }: LockedPackage) {
  return {
    "bom-ref": refOf(name, version),
    type,
    name,
    version,
    purl: refOf(name, version),
    ...(license !== undefined && { licenses: [{ expression: license }] as const }),
    ...(integrity !== undefined && { hashes: [{ alg: "SHA-512", content: toHex(integrity) }] as const }),
  } satisfies Component;
}

const refOf = (name: string, version = ""): string => `pkg:npm/${name.replace("@", "%40")}@${version}`;

const toHex = (integrity: string): string => Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex");

/** Returns where Node.js finds a package that another one requires: the nearest node_modules upwards. */
function findPlace(name: string, from: string, places: ReadonlyMap<string, string>): string {
  const place = from === "" ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (from === "" || places.has(place)) return place;
  return findPlace(name, from.slice(0, Math.max(from.lastIndexOf("/node_modules/"), 0)), places);
}
