import { decodeArgument, decodeHex, type Pairs, pairOf } from "../fields/pairs.ts";
import type { RowView } from "../fields/row-view.ts";
import { compileRegex } from "../regex/safe-regex.ts";
import { RuleProblem } from "../rule-problem.ts";
import type { MappingAllowance } from "./mapping-allowance.ts";
import { prefixReplacer } from "./replace-prefix.ts";

/** Turns one text into others; none where it has no such part. */
export type Step = (text: string, view: RowView) => readonly string[];

/** The keys of each step; the first one names it. */
export const STEP_KEYS = {
  pair: ["pair", "separator", "hex"],
  arguments: ["arguments"],
  data: ["data"],
  extract: ["extract"],
  replace: ["replace"],
  map: ["map", "otherwise"],
  format: ["format"],
} as const;

type StepKind = keyof typeof STEP_KEYS;
type Settings = Readonly<Record<string, unknown>>;

/** Longer texts are examined up to here. */
const MAX_EXAMINED = 16_384;
const NONE: readonly string[] = [];

/** The name of the field, and the bounds of its mapping. */
interface StepContext {
  readonly name: string;
  readonly allowance: MappingAllowance;
}

/** Reads the step of an expression; `*` in the name of a pair or of data is replaced by the field's name. */
export function readStep(settings: Settings, context: StepContext): { readonly kind: StepKind; readonly step: Step } {
  const kinds = (Object.keys(STEP_KEYS) as StepKind[]).filter((kind) => settings[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    const given = Object.keys(settings).map((key) => `'${key}'`);
    throw new RuleProblem(
      `'from' needs exactly one of: ${Object.keys(STEP_KEYS).join(", ")}${given.length > 0 ? `; found ${given.join(", ")}` : ""}`,
    );
  }
  return { kind, step: STEPS[kind](settings, context) };
}

const STEPS: Readonly<Record<StepKind, (settings: Settings, context: StepContext) => Step>> = {
  pair: pairStep,
  arguments: ({ arguments: prefix }) => argumentsStep(String(prefix)),
  data: ({ data }, { name }) => dataStep(String(data).replaceAll("*", name).toLowerCase()),
  extract: ({ extract }, { allowance }) => extractStep(String(extract), allowance),
  replace: ({ replace }) => prefixReplacer(replace),
  map: mapStep,
  format: ({ format }) => formatStep(format),
};

function pairStep({ pair, separator = " ", hex = false }: Settings, { name }: StepContext): Step {
  const key = String(pair).replaceAll("*", name);
  if (typeof separator !== "string" || separator === "") throw new RuleProblem("'separator' must be a text");
  if (typeof hex !== "boolean") throw new RuleProblem("'hex' must be true or false");
  return (text, view) => {
    const found = pairOf(view.pairsOf(text, separator), key);
    if (found === undefined) return NONE;
    const decoded = hex && !found.isQuoted ? decodeHex(found.text) : null;
    return decoded === null ? [found.text] : [found.text, decoded];
  };
}

const MAX_ARGUMENTS = 1_000;

/** Joins the arguments of a program, `a0="ls" a1="-l"`, with blanks. */
function argumentsStep(prefix: string): Step {
  return (text, view) => {
    const pairs = view.pairsOf(text, " ");
    const found: string[] = [];
    for (let at = 0; at < MAX_ARGUMENTS; at += 1) {
      const argument = argumentOf(pairs, `${prefix}${at}`);
      if (argument === undefined) break;
      found.push(argument);
    }
    return found.length === 0 ? NONE : [found.join(" ")];
  };
}

/** Returns an argument; a long one is in parts: `a1[0]=… a1[1]=…`. */
function argumentOf(pairs: Pairs, key: string): string | undefined {
  const whole = pairs.get(key);
  if (whole) return whole.isQuoted ? whole.text : decodeArgument(whole.text);
  const parts: string[] = [];
  for (let part = pairs.get(`${key}[0]`); part !== undefined; part = pairs.get(`${key}[${parts.length}]`)) {
    parts.push(part.isQuoted ? part.text : decodeArgument(part.text));
  }
  return parts.length === 0 ? undefined : parts.join("");
}

function dataStep(name: string): Step {
  return (text, view) => {
    const value = view.eventDataOf(text).get(name);
    return value === undefined || value === null ? NONE : [String(value)];
  };
}

function extractStep(source: string, allowance: MappingAllowance): Step {
  const regex = compileRegex(source, { ignoreCase: false, multiline: false, dotAll: false });
  const { capture, literals } = regex;
  allowance.addRegex(regex.stepsPerCharacter);
  return (text) => {
    const examined = text.length > MAX_EXAMINED ? text.slice(0, MAX_EXAMINED) : text;
    if (literals !== null) {
      const low = examined.toLowerCase();
      if (!literals.some((literal) => low.includes(literal))) return NONE;
    }
    const found = capture(examined);
    return found === null ? NONE : [found];
  };
}

function mapStep({ map, otherwise }: Settings): Step {
  if (typeof map !== "object" || map === null || Array.isArray(map)) {
    throw new RuleProblem("'map' must be a map of texts, such as { '%%14593': 'true' }");
  }
  const mapped = (to: unknown) => (to === null || to === "" ? NONE : [String(to)]);
  const texts = new Map(Object.entries(map).map(([from, to]) => [from.toLowerCase(), mapped(to)]));
  const rest = otherwise === undefined ? null : mapped(otherwise);
  return (text) => texts.get(text.toLowerCase()) ?? rest ?? [text];
}

const NUMBER = /^(?:\d{1,10}|0x[0-9a-f]{1,8})$/i;

/** Writes a number as the system monitor writes a value of the registry: `DWORD (0x00000001)`. */
function formatStep(format: unknown): Step {
  if (format !== "dword") throw new RuleProblem("'format' must be: dword");
  return (text) => (NUMBER.test(text) ? [`DWORD (0x${Number(text).toString(16).padStart(8, "0")})`] : NONE);
}
