import { runCli } from "../../src/cli/run.ts";

/** The outcome of a command line that ran in this process. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Every text that was shown as progress. */
  readonly progress: readonly string[];
}

/** Runs a command line in this process and records what it writes. */
export async function runCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<CommandResult> {
  const [out, notes, progress]: [string[], string[], string[]] = [[], [], []];
  const code = await runCli({
    argv,
    env,
    terminal: {
      out: (text) => void out.push(`${text}\n`),
      data: (text) => void out.push(`${text}\n`),
      note: (text) => void notes.push(`${text}\n`),
      progress: (text) => void progress.push(text),
    },
  });
  return { code, stdout: out.join(""), stderr: notes.join(""), progress };
}
