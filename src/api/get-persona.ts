import type { getPersona } from "../contract/personas.ts";
import { answerOf } from "../http/answer.ts";
import { Failure } from "../model/failure.ts";
import { renderPersonaOverview } from "../model/persona.ts";
import { findPersonaText } from "../store/people/personas.ts";
import type { Handler } from "./handler.ts";

export const handleGetPersona: Handler<typeof getPersona> = async (caller, { params }) => {
  const tuid = params.tuid.toLowerCase();
  const text = await findPersonaText(caller.db, tuid);
  if (text === undefined) throw new Failure("user_not_found", "there is no such user");
  return answerOf(text ?? renderPersonaOverview({ tuid, personaOverview: null, createdAt: null, updatedAt: null }));
};
