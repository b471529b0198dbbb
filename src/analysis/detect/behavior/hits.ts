import type { Actor } from "../../../model/rows/actor.ts";
import type { Hit, SeenRow } from "../stateful-detector.ts";
import { toName } from "./wording.ts";

type HitData = NonNullable<Hit["data"]>;

/** Returns a hit in the group of the row's actor; none when the row has no actor of these kinds. */
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

/** Marks hits as supporting: they cause no finding alone. */
export const supporting = (hits: readonly Hit[]): readonly Hit[] =>
  hits.map(({ group, value, data }) => ({ group, value, data, isSupporting: true }));

/** The group of hits that concern the whole organization. */
export const EVERYBODY = "everybody";

/** Returns a text of the hit's data, or an empty one. */
export function dataText({ data }: Pick<Hit, "data">, name: string): string {
  const value = data?.[name];
  return typeof value === "string" ? value : "";
}

/** Returns the name of an actor for a summary. */
export function nameOfActor(actor: Actor | null, otherwise?: string): string {
  return toName(actor?.upn ?? actor?.name ?? actor?.key.replace(/^[a-z]+:/, ""), otherwise);
}
