import { issueSetupCode } from "../../actions/accounts/set-up.ts";
import type { Clock } from "../../runtime/clock.ts";
import { currentOperator } from "../../runtime/operator.ts";
import type { Terminal } from "../command.ts";
import type { Running } from "./run-service.ts";

/**
 * Prints a new set-up code as long as the installation has no administrator. The code is a secret: it is written to the
 * terminal, never to the log, and the one of an earlier start ends.
 */
export async function noteSetupCode(
  { database, pepper, address }: Running,
  clock: Clock,
  terminal: Pick<Terminal, "note">,
): Promise<void> {
  const code = await issueSetupCode({ database, clock, actor: currentOperator(), secret: pepper });
  if (code === undefined) return;
  terminal.note(`There is no administrator yet. Open ${address}/ and create one with the set-up code ${code}`);
  terminal.note("The next start of any server on this database replaces the code: the newest one counts.");
}
