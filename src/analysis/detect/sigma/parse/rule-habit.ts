import type { HabitField } from "../compiled-rule.ts";
import { valueReader } from "../fields/summary.ts";
import { RuleProblem } from "../rule-problem.ts";
import type { RuleDocument } from "./read-documents.ts";
import { ownPart } from "./rule-facts.ts";

const MAX_HABIT_DAYS = 30;
const FIELD_NAME = /^[\w.@-]{1,100}$/;

/** Reads after how many days with matches a rule or correlation is silent; null if it never is. */
export function readHabitDays({ data }: RuleDocument): number | null {
  const days = ownPart(data)["habit_days"];
  if (days === undefined) return null;
  if (typeof days === "number" && Number.isInteger(days) && days > 0 && days < MAX_HABIT_DAYS) return days;
  throw new RuleProblem(`'parapet.habit_days' must be a whole number of days below ${MAX_HABIT_DAYS}`);
}

/** Reads the field whose values have habits, in place of accounts and networks. */
export function readHabitBy({ data }: RuleDocument, namesIn: Parameters<typeof valueReader>[1]): HabitField | null {
  const { habit_by: name, habit_days: days } = ownPart(data);
  if (name === undefined) return null;
  if (typeof name !== "string" || !FIELD_NAME.test(name) || days === undefined) {
    throw new RuleProblem("'parapet.habit_by' must be the name of a field, and needs 'parapet.habit_days'");
  }
  return { name, valueOf: valueReader(name, namesIn) };
}
