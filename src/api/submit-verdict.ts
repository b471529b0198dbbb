import { submitVerdictOnce } from "../actions/submit-verdict-once.ts";
import type { submitVerdict as contract } from "../contract/cases.ts";
import { answerOf, bareTags } from "../http/answer.ts";
import type { Handler } from "./handler.ts";

export const handleSubmitVerdict: Handler<typeof contract> = async (caller, { params, headers, body }) => {
  const idempotencyKey = headers["idempotency-key"];
  const request = {
    caseId: params.case_id.toLowerCase(),
    outcome: body.outcome,
    comment: body.comment || null,
    eventIds: [...new Set((body.event_ids ?? []).map((eventId) => eventId.toLowerCase()))],
    // The ETag of a case has a suffix for what `include` added; the case itself is the same.
    ifMatch: bareTags(headers["if-match"])?.map((tag) => tag.split(".", 1).join()),
  };
  const ctx = { db: caller.db, clock: caller.clock, actor: caller.actor };
  const answer = await submitVerdictOnce(ctx, request, idempotencyKey, (result) =>
    JSON.stringify({
      success: true,
      case_id: result.caseId,
      outcome: result.outcome,
      resolved: result.resolved,
      processed_at: result.processedAt,
    }),
  );
  return answerOf(answer.body, { headers: answer.replayed ? { "idempotency-replayed": "true" } : {} });
};
