import type { getPersonaDetail } from "../contract/personas.ts";
import { answerOf } from "../http/answer.ts";
import { Failure } from "../model/failure.ts";
import { renderPersonaPlaceholder } from "../model/persona.ts";
import { findPersonaDetailText } from "../store/people/personas.ts";
import type { Handler } from "./handler.ts";

export const handleGetPersonaDetail: Handler<typeof getPersonaDetail> = async (caller, { params }) => {
  const tuid = params.tuid.toLowerCase();
  const text = await findPersonaDetailText(caller.db, tuid);
  if (text === undefined) throw new Failure("user_not_found", "there is no such user");
  return answerOf(text ?? renderPersonaPlaceholder(tuid));
};
