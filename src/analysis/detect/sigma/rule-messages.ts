import type { CompiledRule } from "./compiled-rule.ts";

/** A rule that was refused, and why. */
export interface Refusal {
  readonly path: string;
  readonly ruleId: string | null;
  readonly reason: string;
}

/** A warning for the author of a rule that is in use. */
export interface RuleWarning {
  readonly path: string;
  readonly ruleId: string | null;
  readonly message: string;
}

/** The effect of a correlation or filter document on other rules. */
export interface Effect {
  readonly path: string;
  readonly ruleId: string | null;
  /** A correlation silences the rules it names; a filter excludes rows from them; a mapping says what they read. */
  readonly kind: "silences" | "filters" | "maps";
  readonly rules: readonly CompiledRule[];
}
