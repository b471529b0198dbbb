import { Failure } from "../../model/failure.ts";
import type { Detection, RuleList } from "../../model/rule-list.ts";

/** Returns the detection of a name; throws if none is loaded. */
export function requireRule({ detections }: RuleList, name: string): Detection {
  const found = detections.find(({ facts }) => facts.slug === name);
  if (found) return found;
  throw new Failure("rule_not_found", "there is no such rule");
}
