import { systemClock } from "../runtime/clock.ts";
import { type Command, LISTEN_OPTIONS, refuseWords } from "./command.ts";
import { runService } from "./run-service.ts";
import { WHERE_RULES_ARE } from "./select-rules.ts";

export const serveCommand: Command = {
  name: "serve",
  summary: "Run the service",
  usage: ["serve [--port 8080] [--host 127.0.0.1] [--data-dir .parapet]"],
  options: LISTEN_OPTIONS,
  examples: ["parapet serve", "PARAPET_DATABASE_URL=postgres://… parapet serve --host 0.0.0.0"],
  notes: WHERE_RULES_ARE,
  run: (invocation) => {
    refuseWords(invocation);
    return runService(invocation, systemClock, async ({ address }) => {
      invocation.terminal.note(`Parapet listens on ${address} (reference: ${address}/docs)`);
    });
  },
};
