import { type getEvidence, MAX_EVIDENCE_ROWS } from "../contract/evidence.ts";
import { answerOf } from "../http/answer.ts";
import { renderEvidence } from "../model/evidence.ts";
import { Failure } from "../model/failure.ts";
import { findEvidence } from "../store/threats/evidence.ts";
import type { Handler } from "./handler.ts";

export const handleGetEvidence: Handler<typeof getEvidence> = async ({ db }, { params }) => {
  const eventId = params.event_id.toLowerCase();
  const rows = await findEvidence(db, eventId, MAX_EVIDENCE_ROWS);
  if (!rows) throw new Failure("threat_not_found", "there is no such threat event");
  return answerOf(renderEvidence(eventId, rows));
};
