#!/usr/bin/env node
import { runCli } from "./cli/run.ts";

const watched = process.stderr.isTTY === true && process.env["TERM"] !== "dumb";

// A reader such as `head` may leave before everything is written; the command still does its work.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") process.exit(1);
});
process.stderr.on("error", () => undefined);

process.exitCode = await runCli({
  argv: process.argv.slice(2),
  env: process.env,
  terminal: {
    out: (text) => process.stdout.write(`${text}\n`),
    note: (text) => process.stderr.write(`${text}\n`),
    progress: (text) => {
      if (watched) process.stderr.write(`\r\u001b[2K${text}`);
    },
  },
});
