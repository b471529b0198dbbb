import { DEFAULT_OVERLAP_MS, MAX_OVERLAP_MS, rotateApiKey } from "../../../actions/rotate-api-key.ts";
import { type Command, domainOption } from "../../command.ts";
import { expiresOption, readExpiry } from "../../key/key-options.ts";
import { printIssuedKey } from "../../key/key-report.ts";
import { openSecret } from "../../open-secret.ts";
import { operatorContext } from "../../operator-context.ts";
import { readDuration } from "../../read-duration.ts";
import { UsageError } from "../../usage-error.ts";
import { withDomain } from "../../with-database.ts";

export const command: Command = {
  operands: [{ name: "KEY_ID" }],
  options: {
    domain: domainOption("domain of the key"),
    overlap: { value: "TIME", meaning: "how long the old key still works, up to 7d (default: 24h)" },
    expires: expiresOption("that of the old key"),
  },
  examples: ["parapet key rotate --domain northwind a1B2c3D4 --overlap 1h"],
  notes: `The new key has the name, scopes and addresses of the old one, and lives from now as long as the old one was to live when
it was created.`,
  run: (invocation) => {
    const { operands, options } = invocation;
    const [keyId = ""] = operands;
    const overlapMs = readDuration("--overlap", options["overlap"]) ?? DEFAULT_OVERLAP_MS;
    if (overlapMs > MAX_OVERLAP_MS) throw new UsageError("--overlap: at most 7d");
    const expires = options["expires"];
    const expiresAt = expires === undefined ? undefined : readExpiry(expires);
    return withDomain(invocation, async (db, database) => {
      const ctx = operatorContext(db);
      const request = { keyId, overlapMs, expiresAt };
      printIssuedKey(invocation, await rotateApiKey(ctx, await openSecret(invocation, database), request));
      return 0;
    });
  },
};
