import type { LogRow } from "../../model/rows/log-row.ts";
import { readBoolean, readText } from "../../model/rows/row-fields.ts";
import { agentOfRow } from "../detect/behavior/signals/sign-in.ts";
import { agentOf } from "../detect/behavior/signals/user-agent.ts";

const MOBILE: ReadonlySet<string> = new Set(["iOS", "Android"]);

/** Returns the class and operating system of a sign-in's device, for example `managed_desktop/Windows`. */
export function deviceClassOf(row: LogRow): string | null {
  const { fields } = row;
  const text = readText(fields, "DeviceDetail.operatingSystem");
  const system = (text === null ? null : agentOf(text)?.system) ?? agentOfRow(row)?.system ?? null;
  const name = readText(fields, "DeviceDetail.displayName") ?? "";
  if (system === null) return null;
  return `${classOf(row, system, `${text ?? ""} ${name.slice(0, 256)}`)}/${system}`;
}

function classOf({ fields }: LogRow, system: string, text: string): string {
  if (/\bserver\b/i.test(text)) return "server";
  if (/^cpc-|\bavd\b|cloud pc|virtual desktop/i.test(text.trim())) return "virtual_desktop";
  const isManaged =
    readBoolean(fields, "DeviceDetail.isManaged") === true ||
    readBoolean(fields, "DeviceDetail.isCompliant") === true ||
    readText(fields, "DeviceDetail.trustType") !== null;
  return `${isManaged ? "managed" : "unmanaged"}_${MOBILE.has(system) ? "mobile" : "desktop"}`;
}
