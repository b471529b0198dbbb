import type { Actor } from "../../../model/rows/actor.ts";
import type { Hit, SeenRow } from "../stateful-detector.ts";
import { toName } from "./wording.ts";

type HitData = NonNullable<Hit["data"]>;

/** A hit in the memory of the row's actor; none when the row has no actor of that kind. */
export function hitOfActor(
  { actor }: SeenRow,
  value: string,
  data?: HitData,
  kinds: readonly Actor["kind"][] = ["user"],
): readonly Hit[] {
  if (actor === null || !kinds.includes(actor.kind)) return [];
  return [toHit(actor.subject, value, data)];
}

export function toHit(group: string, value: string, data?: HitData): Hit {
  return data === undefined ? { group, value } : { group, value, data };
}

/** Hits that lead to nothing by themselves. */
export const supporting = (hits: readonly Hit[]): readonly Hit[] => hits.map((hit) => ({ ...hit, isSupporting: true }));

/** The one memory that everybody of the organization shares. */
export const EVERYBODY = "everybody";

/** A text that `hitsOf` put into a hit's data. */
export function dataText({ data }: Pick<Hit, "data">, name: string): string {
  const value = data?.[name];
  return typeof value === "string" ? value : "";
}

/** An actor, for a sentence. */
export function nameOfActor(actor: Actor | null, otherwise?: string): string {
  return toName(actor?.upn ?? actor?.name ?? actor?.key.replace(/^[a-z]+:/, ""), otherwise);
}
