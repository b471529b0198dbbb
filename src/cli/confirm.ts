import { Failure } from "../model/failure.ts";
import { terminalText } from "../model/text/terminal-text.ts";
import type { Invocation } from "./command.ts";
import { UsageError } from "./usage-error.ts";

/** Asks the user to type a word, unless `--yes` was given. Fails if another word is typed or nobody can be asked. */
export async function confirmByTyping({ terminal, flags }: Invocation, word: string, question: string): Promise<void> {
  if (flags.has("yes")) return;
  if (!terminal.ask) throw new UsageError("nobody is at the terminal to confirm this; give --yes to do it");
  const answer = await terminal.ask(terminalText(`${question} Type '${word}' to confirm: `));
  if (answer.trim() !== word) throw new Failure("invalid_request", `the answer is not '${word}'; nothing was changed`);
}
