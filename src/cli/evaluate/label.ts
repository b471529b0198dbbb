/** The label of a row: `RULE|True` expects an alert, `RULE|False` is benign, any other text names its recording. */
export type Label =
  | { readonly kind: "expected" | "benign"; readonly rule: string; readonly text: string }
  | { readonly kind: "named"; readonly name: string; readonly text: string };

const EXPECTATION = /^(.+)\|(True|False)$/i;

export function readLabel(value: unknown): Label | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const [, rule, verdict] = EXPECTATION.exec(value) ?? [];
  if (rule === undefined || verdict === undefined) return { kind: "named", name: value, text: value };
  return { kind: verdict.toLowerCase() === "true" ? "expected" : "benign", rule, text: value };
}
