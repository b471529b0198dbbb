import type { LogRow } from "../../model/rows/log-row.ts";
import { agentOfRow } from "../detect/behavior/signals/sign-in.ts";
import { nameOfAgent } from "../detect/behavior/signals/user-agent.ts";

/** Returns the client that called, for example `agent:Python` or `browser:Chrome on Windows`. */
export function agentCaller(row: LogRow): string | null {
  const agent = agentOfRow(row);
  if (agent === null || agent.client === null) return null;
  return `${agent.isScripted ? "agent" : "browser"}:${nameOfAgent(agent)}`;
}
