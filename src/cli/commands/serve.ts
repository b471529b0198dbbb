import { systemClock } from "../../runtime/clock.ts";
import { type Command, LISTEN_OPTIONS } from "../command.ts";
import { refuseDemoFolder } from "../demo/demo-folder.ts";
import { RULES_LAYOUT_HELP } from "../rules/select-rules.ts";
import { noteSetupCode } from "../service/note-setup-code.ts";
import { runService } from "../service/run-service.ts";

export const command: Command = {
  options: LISTEN_OPTIONS,
  examples: ["parapet serve", "PARAPET_DATABASE_URL=postgres://… parapet serve --host 0.0.0.0"],
  notes: RULES_LAYOUT_HELP,
  run: (invocation) => {
    const { config, terminal } = invocation;
    refuseDemoFolder(config.dataDir);
    if (config.ownerDatabaseUrl !== undefined) {
      terminal.note(
        "PARAPET_OWNER_DATABASE_URL is set, and serve does not need it: remove it, so that this process has no role that owns the tables.",
      );
    }
    return runService(invocation, systemClock, async (running) => {
      const { address, metricsAddress } = running;
      terminal.note(`Parapet listens on ${address} (reference: ${address}/docs, metrics: ${metricsAddress})`);
      await noteSetupCode(running, systemClock, terminal);
    });
  },
};
