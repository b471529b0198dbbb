import type { FieldValue } from "../fields/field-value.ts";
import type { RowView } from "../fields/row-view.ts";

export type Read = (view: RowView) => FieldValue;

/** Returns the texts of a value; none where it is absent or null. */
export function asTexts(value: FieldValue): readonly string[] {
  if (typeof value === "string") return [value];
  return value ?? [];
}

/** A part of a join. */
interface JoinPart {
  readonly read: Read;
  /** A fixed text, which alone makes no value. */
  readonly isText: boolean;
}

/** Joins the first text of each part, without empty ones. There is no value where all parts that are read are empty. */
export function joinOf(parts: readonly JoinPart[], separator: string, isFilled: (text: string) => boolean): Read {
  return (view) => {
    const texts: string[] = [];
    let hasValue = false;
    for (const { read, isText } of parts) {
      const text = asTexts(read(view))[0] ?? "";
      if (!isText && !isFilled(text)) continue;
      hasValue ||= !isText;
      texts.push(text);
    }
    return hasValue ? texts.join(separator) : undefined;
  };
}
