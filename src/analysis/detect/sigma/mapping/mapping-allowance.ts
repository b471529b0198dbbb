import { RuleProblem } from "../rule-problem.ts";

/** Columns and expressions of all fields. */
const MAX_PARTS = 5_000;
/** Steps that all regular expressions together may take for one character. */
const MAX_STEPS_PER_CHARACTER = 500;

/** Counts what the fields of a mapping cost for one row against its bounds. */
export class MappingAllowance {
  #parts = 0;
  #steps = 0;

  addPart(): void {
    this.#parts += 1;
    if (this.#parts > MAX_PARTS) throw new RuleProblem(`the mapping has more than ${MAX_PARTS} expressions`);
  }

  addRegex(stepsPerCharacter: number): void {
    this.#steps += stepsPerCharacter;
    if (this.#steps > MAX_STEPS_PER_CHARACTER) {
      throw new RuleProblem(
        `the regular expressions of the mapping can take more than ${MAX_STEPS_PER_CHARACTER} steps for one character`,
      );
    }
  }
}
