import type { Actor } from "../../../../model/rows/actor.ts";
import { actorOf } from "../../../../model/rows/row-actor.ts";
import type { SeenRow } from "../../stateful-detector.ts";

/**
 * Returns the application that acted. The row itself must name an application too: days are kept by what rows name, and
 * an identity that the directory lists otherwise has none of the habits of applications there.
 */
export function serviceOf({ row, actor }: SeenRow): Actor | null {
  return actor?.kind === "service" && actorOf(row)?.kind === "service" ? actor : null;
}
