import { revokeApiKey } from "../../../actions/revoke-api-key.ts";
import { type Command, domainOption } from "../../command.ts";
import { operatorContext } from "../../operator-context.ts";
import { withDomain } from "../../with-database.ts";

export const command: Command = {
  operands: [{ name: "KEY_ID" }],
  options: { domain: domainOption("domain of the key") },
  examples: ["parapet key revoke --domain northwind a1B2c3D4"],
  run: (invocation) => {
    const { operands, terminal, json } = invocation;
    const [keyId = ""] = operands;
    return withDomain(invocation, async (db) => {
      await revokeApiKey(operatorContext(db), keyId);
      if (json) terminal.data(JSON.stringify({ key_id: keyId, revoked: true }));
      terminal.note(`Key ${keyId} is revoked.`);
      return 0;
    });
  },
};
