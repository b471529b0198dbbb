import { nearestName } from "./nearest-name.ts";

/** An unknown name is shown up to this length. */
const MAX_NAME = 64;

/** Returns that something of a name does not exist, and which name was probably meant; upper and lower case are ignored. */
export function describeUnknown(what: string, given: string, names: readonly string[]): string {
  const shown = given.slice(0, MAX_NAME).replace(/[^\w.-]/g, "?");
  const near = nearestName(
    shown.toLowerCase(),
    names.map((name) => name.toLowerCase()),
  );
  const meant = names.find((name) => name.toLowerCase() === near);
  return `there is no ${what} '${shown}'${meant === undefined ? "" : `; did you mean '${meant}'?`}`;
}
