import { type Static, Type } from "typebox";
import { THREAT_TYPES } from "../../../src/model/vocabulary.ts";

const DIFFICULTIES = ["obvious", "context", "hard"] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

const Text = Type.String({ minLength: 1 });

/** An attack in the rows of a set, as its author describes it. */
const SetAttack = Type.Object({
  id: Text,
  kind: Text,
  area: Text,
  difficulty: Type.Enum(DIFFICULTIES),
  /** The threat types that an analyst could give the case. */
  types: Type.Array(Type.Enum(THREAT_TYPES), { minItems: 1 }),
  subjects: Type.Array(Text),
  start: Text,
  end: Text,
  /** The `_ItemId` of each of its rows. */
  rows: Type.Array(Text, { minItems: 1 }),
  summary: Text,
});
export type SetAttack = Static<typeof SetAttack>;

/** What is true of a set: `truth.json`. */
export const SetTruth = Type.Object({
  schema: Type.Literal(1),
  seed: Type.Integer(),
  from: Text,
  until: Text,
  /** The end of the history, in which there are no attacks. */
  counted_from: Text,
  people: Type.Integer({ minimum: 1 }),
  attacks: Type.Array(SetAttack),
});
export type SetTruth = Static<typeof SetTruth>;
