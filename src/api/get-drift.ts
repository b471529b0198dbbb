import type { getDrift } from "../contract/drift.ts";
import { answerOf } from "../http/answer.ts";
import { Failure } from "../model/failure.ts";
import { findDriftText } from "../store/people/drift.ts";
import type { Handler } from "./handler.ts";

export const handleGetDrift: Handler<typeof getDrift> = async ({ db }, { params }) => {
  const text = await findDriftText(db, params.drift_id);
  if (text === undefined) throw new Failure("drift_not_found", "there is no such drift event");
  return answerOf(text);
};
