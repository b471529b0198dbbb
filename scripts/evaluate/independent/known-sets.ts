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

export const KNOWN_SETS: readonly KnownSet[] = [
  { name: "manufacturer", use: "causes", digest: "e06bb009cfe5bb24f488b40a9b6478f19a411d01fd870546f7d0b3cdc93eacd8" },
  { name: "law-firm", use: "causes", digest: "ce9a0f2364ef6fdd0ab15380b30710205538912c7c99df5073781c7fe2f247df" },
  { name: "software", use: "final", digest: "0de2ea84d986ff1a9b35f6a033cb5463d0438cb9d5d23ef545a53781334341ab" },
  { name: "university", use: "final", digest: "8b0212bb2af0119d2a9e771fdc6fa63d1a7e70626c867a44634bd9a1cb06cfde" },
];

const FOLDER = fileURLToPath(new URL("../sets", import.meta.url));

export const generatorOf = (name: string): string => join(FOLDER, name, "generate.ts");
