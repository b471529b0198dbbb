#!/usr/bin/env node
import { createInterface } from "node:readline/promises";
import { runCli } from "./cli/run.ts";
import { createTerminal } from "./cli/terminal.ts";
import { monotonicMs } from "./runtime/clock.ts";

// A reader such as `head` may close the pipe early; the command still completes.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") process.exit(1);
});
process.stderr.on("error", () => undefined);

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

process.exitCode = await runCli({
  argv: process.argv.slice(2),
  env: process.env,
  terminal: {
    ...createTerminal({
      stdout: (text) => process.stdout.write(text),
      stderr: (text) => process.stderr.write(text),
      isLive: process.stderr.isTTY === true && process.env["TERM"] !== "dumb",
      nowMs: monotonicMs,
      every: (ms, act) => {
        const timer = setInterval(act, ms).unref();
        return () => clearInterval(timer);
      },
    }),
    ...(process.stdin.isTTY === true && process.stderr.isTTY === true && { ask }),
  },
});
