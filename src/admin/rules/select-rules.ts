import type { adminEndpoints } from "../../contract/admin/admin-endpoints.ts";
import type { Input } from "../../contract/endpoint.ts";
import type { Detection } from "../../model/rule-list.ts";

type RuleQuery = Input<(typeof adminEndpoints)["listRules"]>["query"];

/** Returns the detections that match all filters and come after the cursor, by name. */
export function selectRules(
  detections: readonly Detection[],
  off: ReadonlySet<string>,
  query: RuleQuery,
): readonly Detection[] {
  const search = query.search?.toLowerCase();
  const state = (slug: string): RuleQuery["state"] => (off.has(slug) ? "off" : "on");
  return detections.filter(
    ({ facts, pack, kind, tables }) =>
      (query.next_cursor === undefined || facts.slug > query.next_cursor) &&
      isWanted(query.pack, pack) &&
      isWanted(query.kind, kind) &&
      isWanted(query.severity, facts.severity) &&
      isWanted(query.state, state(facts.slug)) &&
      (query.table === undefined || tables.includes(query.table)) &&
      (search === undefined || textsOf(facts).some((text) => text.toLowerCase().includes(search))),
  );
}

const isWanted = <V>(wanted: V | undefined, value: V): boolean => wanted === undefined || wanted === value;

const textsOf = ({ slug, title, techniques }: Detection["facts"]): readonly string[] => [slug, title, ...techniques];
