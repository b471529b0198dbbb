import { fieldReader } from "../fields/field-reader.ts";
import type { FieldValue } from "../fields/field-value.ts";
import { RowView } from "../fields/row-view.ts";
import { TableSlots } from "../fields/slot.ts";
import { compileExpression } from "../match/compile-expression.ts";
import { exampleRow } from "../rule-examples.ts";
import type { Mapping } from "./mapping.ts";
import { asTexts } from "./value-lists.ts";

/** An example of a mapping that does not hold. */
export interface FailedMappingExample {
  readonly path: string;
  readonly title: string;
  /** The number of the example, from 1. */
  readonly example: number;
  readonly problem: string;
}

/** Tests a mapping against its examples. */
export function failedMappingExamples(mapping: Mapping): readonly FailedMappingExample[] {
  const { path, title, table, condition, examples } = mapping;
  const belongs = condition === null ? () => true : compileExpression(condition, new TableSlots(table).under(null));
  return examples.flatMap(({ row, fields }, at) => {
    const view = new RowView(exampleRow(table, row, `example-${at + 1}`));
    const fail = (problem: string) => ({ path, title, example: at + 1, problem });
    if (belongs(view) !== (fields !== null)) {
      return [fail(`the condition ${fields === null ? "selects" : "does not select"} the row`)];
    }
    return [...(fields ?? [])].flatMap(([field, expected]) => {
      const value = mapping.isAbsent(field) ? undefined : fieldReader({ table, mapping }, field).read(view);
      const problem = differenceOf(value, expected);
      return problem === null ? [] : [fail(`'${field}' ${problem}`)];
    });
  });
}

function differenceOf(value: FieldValue, expected: readonly string[] | null): string | null {
  const texts = asTexts(value);
  if (JSON.stringify(texts) === JSON.stringify(expected ?? [])) return null;
  return `is ${shown(texts)}, expected ${shown(expected ?? [])}`;
}

const shown = (texts: readonly string[]): string =>
  texts.length === 0 ? "absent" : texts.map((text) => `'${text}'`).join(", ");
