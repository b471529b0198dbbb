// Starts a server as the benchmarks do; the server writes its process id to the file that is named. Waits for a signal.
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { stopServersWhenInterrupted } from "../../scripts/services/interruptible-run.ts";
import { startServer } from "../../scripts/services/server-process.ts";

const pidFile = process.argv[2] ?? "";
stopServersWhenInterrupted();
await startServer({
  name: "a server",
  command: process.execPath,
  args: [
    "-e",
    "require('node:fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => undefined, 1000)",
    pidFile,
  ],
  cwd: tmpdir(),
  stopSignal: "SIGTERM",
  isReady: async () => existsSync(pidFile),
});
process.stdout.write("ready\n");
setInterval(() => undefined, 1_000);
