import type { OperationClass } from "../../../model/identity/activity.ts";
import { toIdentifier } from "../../../model/rows/identifiers.ts";
import type { LogRow } from "../../../model/rows/log-row.ts";
import { readFirst, readText } from "../../../model/rows/row-fields.ts";
import { outcomeOf } from "../../detect/behavior/signals/sign-in.ts";
import type { Act } from "../act.ts";
import { hostOf } from "../host-of.ts";

const EVENTS: readonly (readonly [OperationClass, string])[] = [
  ["sign_in", "4624 4625 4648 4768 4769 4771 4776 4778"],
  ["execute", "4688 4697 4698 4702 7045"],
  ["read", "4656 4661 4662 4663 4798 4799 5140 5145"],
  ["delete", "4659 4660 4726 4730 4734 4743 4758"],
  ["admin", "1102 4704 4705 4719 4720 4722 4725 4727 4728 4729 4731 4732 4733 4735 4737 4739 4754 4755 4756 4757 4765"],
  ["write", "4657 4670 4723 4724 4738 4740 4741 4742 4767 4781 5136 5137 5139 5141"],
];
const CLASSES: ReadonlyMap<string, OperationClass> = new Map(
  EVENTS.flatMap(([name, ids]) => ids.split(" ").map((id) => [id, name] as const)),
);

/** Reads a Windows security event; its operation is identified by the event id, whatever the language of its text. */
export function windowsAct(row: LogRow): Act | null {
  const { fields } = row;
  const id = readText(fields, "EventID");
  if (id === null) return null;
  const outcome = outcomeOf(row);
  const from = toIdentifier(readFirst(fields, ["WorkstationName", "Workstation"]));
  return {
    result: outcome === null || outcome === "success" ? "success" : "failure",
    code: readFirst(fields, ["SubStatus", "Status"]) ?? id,
    class: CLASSES.get(id) ?? "other",
    name: readText(fields, "Activity") ?? id,
    nameKey: id,
    resources: hostOf(readText(fields, "Computer")),
    authentication: outcome === null ? null : readFirst(fields, ["AuthenticationPackageName", "LmPackageName"]),
    callers: [from && `host:${from}`],
  };
}
