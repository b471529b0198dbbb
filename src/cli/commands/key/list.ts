import { systemClock } from "../../../runtime/clock.ts";
import { listApiKeys } from "../../../store/domains/api-keys.ts";
import { findKeyCreators } from "../../../store/domains/key-creators.ts";
import { type Command, domainOption } from "../../command.ts";
import { describeKey, keyLine } from "../../key/key-report.ts";
import { withDomain } from "../../with-database.ts";

export const command: Command = {
  options: { domain: domainOption("domain of the keys") },
  examples: ["parapet key list --domain northwind", "parapet key list --domain northwind --json"],
  notes: `A key belongs to a program: it works on when the account that created it is disabled or removed from the domain, and is
marked in the list.`,
  run: (invocation) => {
    const { terminal, json } = invocation;
    return withDomain(invocation, async (db, database) => {
      const keys = await listApiKeys(db);
      const creatorOf = await findKeyCreators(database, db, keys);
      const now = systemClock();
      if (json) terminal.data(JSON.stringify(keys.map((key) => describeKey(key, creatorOf(key), now))));
      else for (const key of keys) terminal.out(keyLine(key, creatorOf(key), now));
      return 0;
    });
  },
};
