import { RuleProblem } from "../rule-problem.ts";
import { COMPARISONS, type Comparison, type Place, TIME_PARTS, type TimePart } from "./expression.ts";

const TRANSFORMS = ["expand", "windash", "base64", "base64offset", "wide", "utf16le", "utf16be", "utf16"] as const;
export type Transform = (typeof TRANSFORMS)[number];

export type Operator = "text" | "re" | "cidr" | "exists" | "fieldref" | "compare";

/** A field name of a detection with its modifiers. */
export interface FieldChain {
  readonly key: string;
  /** Null for the whole row. */
  readonly field: string | null;
  readonly operator: Operator;
  readonly place: Place;
  readonly transforms: readonly Transform[];
  readonly by: Comparison | null;
  readonly timePart: TimePart | null;
  readonly regexFlags: ReadonlySet<string>;
  readonly all: boolean;
  readonly cased: boolean;
  readonly neq: boolean;
}

type Draft = { -readonly [K in keyof FieldChain]: FieldChain[K] } & {
  transforms: Transform[];
  regexFlags: Set<string>;
};

const PLACES: readonly string[] = ["contains", "startswith", "endswith"];
const REGEX_FLAGS: ReadonlyMap<string, string> = new Map([
  ["i", "i"],
  ["ignorecase", "i"],
  ["m", "m"],
  ["multiline", "m"],
  ["s", "s"],
  ["dotall", "s"],
]);

/** Parses `Field|contains|all`. Refuses unknown modifiers and invalid combinations. */
export function parseChain(key: string): FieldChain {
  const [field = "", ...modifiers] = key.split("|");
  const draft: Draft = {
    key,
    field: field === "" ? null : field,
    operator: "text",
    place: "is",
    transforms: [],
    by: null,
    timePart: null,
    regexFlags: new Set(),
    all: false,
    cased: false,
    neq: false,
  };
  for (const modifier of modifiers) apply(draft, modifier);
  refuseMisfits(draft);
  return draft;
}

function apply(draft: Draft, modifier: string): void {
  if (modifier === "all" || modifier === "cased" || modifier === "neq") draft[modifier] = true;
  else if (PLACES.includes(modifier)) setPlace(draft, modifier as Place);
  else if (modifier === "re" || modifier === "cidr" || modifier === "exists" || modifier === "fieldref") {
    setOperator(draft, modifier);
  } else if ((COMPARISONS as readonly string[]).includes(modifier)) {
    setOperator(draft, "compare");
    draft.by = modifier as Comparison;
  } else if ((TIME_PARTS as readonly string[]).includes(modifier)) setTimePart(draft, modifier as TimePart);
  else if ((TRANSFORMS as readonly string[]).includes(modifier)) draft.transforms.push(modifier as Transform);
  else addRegexFlag(draft, modifier);
}

function addRegexFlag(draft: Draft, modifier: string): void {
  const flag = draft.operator === "re" ? REGEX_FLAGS.get(modifier) : undefined;
  if (flag === undefined) throw new RuleProblem(`'${draft.key}' uses the unknown modifier '${modifier}'`);
  draft.regexFlags.add(flag);
}

function setPlace(draft: Draft, place: Place): void {
  if (draft.place !== "is") throw new RuleProblem(`'${draft.key}' combines '${draft.place}' with '${place}'`);
  draft.place = place;
}

function setOperator(draft: Draft, operator: Operator): void {
  if (draft.operator !== "text") throw new RuleProblem(`'${draft.key}' combines modifiers that exclude each other`);
  draft.operator = operator;
}

function setTimePart(draft: Draft, timePart: TimePart): void {
  if (draft.timePart !== null) throw new RuleProblem(`'${draft.key}' has two time modifiers`);
  draft.timePart = timePart;
}

function refuseMisfits(draft: Draft): void {
  const misfit = MISFITS.find(([applies]) => applies(draft));
  if (misfit) throw new RuleProblem(`'${draft.key || "|"}' combines ${misfit[1]}`);
  refuseOpenEncoding(draft);
}

const isOfText = ({ operator }: Draft): boolean => operator === "text" || operator === "re";
const takesPlace = ({ operator }: Draft): boolean => operator === "text" || operator === "fieldref";

const MISFITS: readonly (readonly [(draft: Draft) => boolean, string])[] = [
  [
    (draft) => draft.place !== "is" && !takesPlace(draft),
    "'contains', 'startswith' or 'endswith' with another operator",
  ],
  [
    (draft) => draft.transforms.length > 0 && !isOfText(draft),
    "an encoding modifier with an operator that does not compare text",
  ],
  [
    ({ transforms, operator }) => operator === "re" && transforms.some((word) => word !== "expand"),
    "an encoding modifier with a regular expression",
  ],
  [
    ({ timePart, operator }) => timePart !== null && operator !== "text" && operator !== "compare",
    "a time modifier with another operator",
  ],
  [
    ({ timePart, place, transforms, cased }) => timePart !== null && (place !== "is" || transforms.length > 0 || cased),
    "a time modifier with a text modifier",
  ],
  [(draft) => draft.field === null && !isOfText(draft), "a keyword search with an operator that compares a field"],
  [({ field, timePart }) => field === null && timePart !== null, "a time modifier without a field"],
  [(draft) => draft.cased && !takesPlace(draft), "'cased' with an operator that does not compare text"],
  [({ all, operator }) => all && operator === "exists", "'all' with 'exists'"],
];

/** Rows are UTF-8, so UTF-16 text can only be found when base64 follows. */
function refuseOpenEncoding({ key, transforms }: Draft): void {
  const wide = transforms.findIndex((word) => word === "wide" || word.startsWith("utf16"));
  const closed = transforms.findIndex((word) => word.startsWith("base64"));
  if (wide >= 0 && closed < wide) throw new RuleProblem(`'${key}' encodes as UTF-16 without base64 after it`);
  if (transforms.filter((word) => word.startsWith("base64")).length > 1) {
    throw new RuleProblem(`'${key}' encodes in base64 twice`);
  }
}
