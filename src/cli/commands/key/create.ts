import { createApiKey } from "../../../actions/create-api-key.ts";
import { terminalText } from "../../../model/text/terminal-text.ts";
import { SCOPES } from "../../../model/vocabulary.ts";
import { type Command, domainOption } from "../../command.ts";
import { DEFAULT_EXPIRES, expiresOption, readExpiry, readScopes } from "../../key/key-options.ts";
import { printIssuedKey } from "../../key/key-report.ts";
import { openSecret } from "../../open-secret.ts";
import { operatorContext } from "../../operator-context.ts";
import { readAddresses } from "../../read-addresses.ts";
import { withDomain } from "../../with-database.ts";

export const command: Command = {
  options: {
    domain: domainOption("domain of the key"),
    name: {
      value: "LABEL",
      meaning: "label that the list shows",
      problem: (label) =>
        label === terminalText(label) ? undefined : "which contains control characters; leave them out",
    },
    scopes: {
      value: "LIST",
      meaning: `comma-separated, of: ${SCOPES.join(", ")} (default: every :read scope except evidence:read)`,
    },
    expires: expiresOption(DEFAULT_EXPIRES),
    "allow-from": { value: "LIST", meaning: "addresses or CIDR blocks that may use the key (default: any)" },
  },
  examples: [
    "parapet key create --domain northwind --name siem --scopes cases:read,cases:verdict",
    "parapet key create --domain northwind --expires 30d --allow-from 192.0.2.0/24",
  ],
  run: (invocation) => {
    const { options } = invocation;
    const allowFrom = options["allow-from"];
    const request = {
      name: options["name"] ?? null,
      scopes: readScopes(options["scopes"]),
      allowedAddresses: allowFrom === undefined ? [] : readAddresses("--allow-from", allowFrom),
      expiresAt: readExpiry(options["expires"] ?? DEFAULT_EXPIRES),
    };
    return withDomain(invocation, async (db, database) => {
      const ctx = operatorContext(db);
      printIssuedKey(invocation, await createApiKey(ctx, await openSecret(invocation, database), request));
      return 0;
    });
  },
};
