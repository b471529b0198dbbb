import type { ActionContext } from "../actions/context.ts";
import { systemClock } from "../runtime/clock.ts";
import { currentOperator } from "../runtime/operator.ts";
import type { DomainHandle } from "../store/database/database.ts";

/** Returns the context of an action that a command performs: its actor is the user who runs it. */
export const operatorContext = (db: DomainHandle): ActionContext => ({
  db,
  clock: systemClock,
  actor: currentOperator(),
});
