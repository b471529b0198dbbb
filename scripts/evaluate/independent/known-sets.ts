import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A set of rows by an author who knows neither rules nor detectors. */
export interface KnownSet {
  readonly name: string;
  /** Its missed attacks were looked at to find causes; or it is run once only, to judge the result. */
  readonly use: "causes" | "final";
  /** The digest of what its generator writes for the seed 1. */
  readonly digest: string;
}

export const KNOWN_SETS: readonly KnownSet[] = [];

const FOLDER = fileURLToPath(new URL("../sets", import.meta.url));

export const generatorOf = (name: string): string => join(FOLDER, name, "generate.ts");
