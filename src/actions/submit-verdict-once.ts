import { Failure } from "../model/failure.ts";
import { sha256 } from "../runtime/hashing.ts";
import { lockCase } from "../store/cases/cases.ts";
import { ANSWERS_KEPT_MS, claimIdempotencyKey, findAnswer, saveAnswer } from "../store/cases/idempotency-keys.ts";
import { type ActionContext, runAction } from "./context.ts";
import { submitVerdict, type VerdictRequest, type VerdictResult } from "./submit-verdict.ts";

/** The response to a verdict: computed now, or replayed for the same idempotency key. */
export interface VerdictAnswer {
  readonly body: string;
  readonly replayed: boolean;
}

/** Requests in progress in this process: the embedded engine would block a concurrent one instead of refusing it. */
const underWay = new Set<string>();

/**
 * Applies a verdict and stores the response to replay in one transaction. Nothing is stored for a refused verdict, which
 * may be corrected and sent again under the same key.
 */
export async function submitVerdictOnce(
  ctx: ActionContext,
  request: VerdictRequest,
  idempotencyKey: string | undefined,
  render: (result: VerdictResult) => string,
): Promise<VerdictAnswer> {
  if (idempotencyKey === undefined) {
    const result = await runAction(ctx, (tx) => submitVerdict(ctx, tx, request));
    return { body: render(result), replayed: false };
  }
  const claim = `${ctx.db.domainId} ${ctx.actor.id} ${idempotencyKey}`;
  if (underWay.has(claim)) throw inProgress();
  underWay.add(claim);
  try {
    return await applyOrReplay(ctx, request, idempotencyKey, render);
  } finally {
    underWay.delete(claim);
  }
}

function applyOrReplay(
  ctx: ActionContext,
  request: VerdictRequest,
  idempotencyKey: string,
  render: (result: VerdictResult) => string,
): Promise<VerdictAnswer> {
  const requestDigest = digestOf(request);
  return runAction<VerdictAnswer>(ctx, async (tx) => {
    if (!(await claimIdempotencyKey(tx, ctx.actor.id, idempotencyKey))) throw inProgress();
    const at = ctx.clock();
    const known = await findAnswer(tx, ctx.actor.id, idempotencyKey, new Date(at.getTime() - ANSWERS_KEPT_MS));
    if (known?.requestDigest === requestDigest)
      return { result: { body: known.body, replayed: true }, audit: "unchanged" };
    // An unknown case is 404 before a reused key is 422.
    if (known && (await lockCase(tx, request.caseId))) throw keyReused();
    const { result, audit } = await submitVerdict(ctx, tx, request);
    const body = render(result);
    await saveAnswer(tx, ctx.actor.id, idempotencyKey, { requestDigest, status: 200, body, at });
    return { result: { body, replayed: false }, audit };
  });
}

function keyReused(): Failure {
  return new Failure("idempotency_key_reused", "this Idempotency-Key was used with another request; use a fresh one");
}

/** Returns a digest of the request that does not depend on how its JSON was written. */
function digestOf({ caseId, outcome, comment, eventIds }: VerdictRequest): string {
  return sha256(JSON.stringify([caseId, outcome, comment, [...eventIds].sort()]));
}

function inProgress(): Failure {
  return new Failure(
    "idempotency_in_progress",
    "a request with this Idempotency-Key is being processed; retry in a second",
    {},
    { "retry-after": "1" },
  );
}
