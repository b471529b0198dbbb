import { Failure } from "../../model/failure.ts";
import type { Detection, RuleList } from "../../model/rule-list.ts";

/** Returns the detection of a name; throws if none is loaded, with the name of one that has this title. */
export function requireRule({ detections }: RuleList, name: string): Detection {
  const found = detections.find(({ facts }) => facts.slug === name);
  if (found) return found;
  const meant = detections.find(({ facts }) => facts.title.toLowerCase() === name.trim().toLowerCase());
  if (meant) throw new Failure("rule_not_found", `this is the title of a rule; its name is ${meant.facts.slug}`);
  throw new Failure("rule_not_found", "there is no rule with this name");
}
