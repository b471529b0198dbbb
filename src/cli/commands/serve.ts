import { systemClock } from "../../runtime/clock.ts";
import { type Command, LISTEN_OPTIONS } from "../command.ts";
import { RULES_LAYOUT_HELP } from "../rules/select-rules.ts";
import { runService } from "../service/run-service.ts";

export const command: Command = {
  options: LISTEN_OPTIONS,
  examples: ["parapet serve", "PARAPET_DATABASE_URL=postgres://… parapet serve --host 0.0.0.0"],
  notes: RULES_LAYOUT_HELP,
  run: (invocation) =>
    runService(invocation, systemClock, async ({ address }) => {
      invocation.terminal.note(`Parapet listens on ${address} (reference: ${address}/docs)`);
    }),
};
