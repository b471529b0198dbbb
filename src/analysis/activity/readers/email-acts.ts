import type { LogRow } from "../../../model/rows/log-row.ts";
import { readNumber, readText } from "../../../model/rows/row-fields.ts";
import type { Act } from "../act.ts";

/** Reads a message that the actor sent. Who received it is not recorded, nor are received messages. */
export function emailAct({ fields }: LogRow): Act | null {
  if (!/^(outbound|intra-org)$/i.test(readText(fields, "EmailDirection") ?? "")) return null;
  return {
    result: "success",
    class: "write",
    name: "Send mail",
    bytes: readNumber(fields, "EmailSize"),
    application: { key: "exchange", label: "Exchange" },
    isElsewhere: true,
  };
}

/** Reads a click on a link. */
export function clickAct({ fields }: LogRow): Act | null {
  const action = readText(fields, "ActionType");
  if (action === null) return null;
  return {
    result: /block/i.test(action) ? "failure" : "success",
    code: action,
    class: "read",
    name: "Open link",
  };
}
