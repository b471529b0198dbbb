import { systemClock } from "../../../runtime/clock.ts";
import { listApiKeys } from "../../../store/domains/api-keys.ts";
import { type Command, domainOption } from "../../command.ts";
import { describeKey, keyLine } from "../../key/key-report.ts";
import { withDomain } from "../../with-database.ts";

export const command: Command = {
  options: { domain: domainOption("domain of the keys") },
  examples: ["parapet key list --domain northwind", "parapet key list --domain northwind --json"],
  run: (invocation) => {
    const { terminal, json } = invocation;
    return withDomain(invocation, async (db) => {
      const keys = await listApiKeys(db);
      const now = systemClock();
      if (json) terminal.data(JSON.stringify(keys.map((key) => describeKey(key, now))));
      else for (const key of keys) terminal.out(keyLine(key, now));
      return 0;
    });
  },
};
