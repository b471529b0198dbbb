import { toIdentifier } from "../../model/rows/identifiers.ts";
import type { Named } from "./act.ts";

/** Returns a machine as a resource, by the first label of its name. */
export function hostOf(name: string | null): readonly Named[] {
  const host = toIdentifier(name)?.split(".")[0];
  return host === undefined || host === "" ? [] : [{ key: `host:${host}`, label: `host:${host}` }];
}
