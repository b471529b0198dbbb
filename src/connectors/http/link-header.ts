import type { ReplyHeaders } from "./requested-delay.ts";

/** Returns the target of a relation in the `Link` header, if there is one. */
export function linkOf(headers: ReplyHeaders, relation: string): string | undefined {
  const values = [headers["link"] ?? []].flat();
  for (const value of values) {
    for (const match of value.matchAll(/<([^<>]*)>([^<]*)/g)) {
      const [, address, parameters = ""] = match;
      if (hasRelation(parameters, relation)) return address;
    }
  }
  return undefined;
}

/** Whether the parameters of a link contain the relation; a comma starts the next link. */
function hasRelation(parameters: string, relation: string): boolean {
  const [, ...pieces] = parameters.split(";");
  const wanted = [`rel=${relation}`, `rel="${relation}"`];
  return pieces.some((piece) => wanted.includes((piece.split(",")[0] ?? "").trim()));
}
