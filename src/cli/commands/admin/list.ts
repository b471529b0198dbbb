import { systemClock } from "../../../runtime/clock.ts";
import { accountLine, describeAccounts } from "../../admin/describe-accounts.ts";
import type { Command } from "../../command.ts";
import { withDatabase } from "../../with-database.ts";

export const command: Command = {
  examples: ["parapet admin list", "parapet admin list --json"],
  notes: `'no open invitation' means that the account has neither a way to sign in nor a code that works: give the person a new one with
parapet admin reset EMAIL.`,
  run: ({ terminal, json, ...invocation }) =>
    withDatabase({ terminal, json, ...invocation }, async (database) => {
      const accounts = await describeAccounts(database, systemClock());
      if (json) terminal.data(JSON.stringify(accounts));
      else for (const account of accounts) terminal.out(accountLine(account));
      if (accounts.length === 0) {
        terminal.note("There is no account yet. Create one with: parapet admin create --email ADDRESS --operator");
      }
      return 0;
    }),
};
