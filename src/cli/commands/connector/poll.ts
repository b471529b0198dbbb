import { recordStart } from "../../../actions/context.ts";
import { Failure } from "../../../model/failure.ts";
import { pollConnector } from "../../../pipeline/poll/poll-connector.ts";
import { findConnector } from "../../../store/connectors/connectors.ts";
import type { Command } from "../../command.ts";
import { printPoll } from "../../connector/connector-report.ts";
import { CONNECTOR_OPTIONS, getPullConnector, TYPE_OPERAND, TYPES_NOTE } from "../../connector/connector-type.ts";
import { getStoredSettings } from "../../connector/stored-settings.ts";
import { type ConnectorContext, withConnectors } from "../../connector/with-connectors.ts";

import { operatorContext } from "../../operator-context.ts";
export const command: Command = {
  operands: [TYPE_OPERAND],
  options: CONNECTOR_OPTIONS,
  examples: ["parapet connector poll --domain northwind okta"],
  notes: TYPES_NOTE,
  run: (invocation) => {
    const [connectorType = ""] = invocation.operands;
    getPullConnector(connectorType);
    return withConnectors(invocation, (context) => pollOnce(context, connectorType));
  },
};

async function pollOnce(context: ConnectorContext, connectorType: string): Promise<number> {
  const { db, parts, terminal, json } = context;
  await getStoredSettings(context, connectorType);
  const target = { kind: "connector", id: connectorType } as const;
  await recordStart(operatorContext(db), { action: "connector.poll", target, before: null, after: null });
  const report = await pollConnector(parts, db, connectorType, { outOfTurn: true });
  if (!report) {
    const record = await findConnector(db, connectorType);
    const enabling = `enable it with: parapet connector enable --domain ${context.domain} ${connectorType}`;
    throw new Failure(
      "invalid_request",
      record?.enabled
        ? `'${connectorType}' is being polled by another process; wait for its end`
        : `'${connectorType}' is disabled; ${enabling}`,
    );
  }
  const { skipped, ...counts } = report;
  if (json) terminal.data(JSON.stringify({ ...counts, left_out: skipped }));
  printPoll(terminal, connectorType, report);
  return report.ok ? 0 : 1;
}
