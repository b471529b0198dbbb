import type { getCase } from "../contract/cases.ts";
import { answerOf } from "../http/answer.ts";
import { CASE_INCLUDES, type CaseInclude } from "../model/case.ts";
import { Failure } from "../model/failure.ts";
import { sha256 } from "../runtime/hashing.ts";
import { findCaseText } from "../store/cases/cases.ts";
import type { Handler } from "./handler.ts";

export const handleGetCase: Handler<typeof getCase> = async (caller, { params, query }) => {
  const include = query.include ?? [];
  const found = await findCaseText(caller.db, params.case_id, include);
  if (!found) throw new Failure("case_not_found", "there is no such case");
  return answerOf(found.wire, { etag: tagOf(found, include) });
};

/**
 * Returns the ETag of the case, with a suffix for what `include` added. State and verdict are part of the case's own tag;
 * the score and the times are not, so their suffix has a digest.
 */
function tagOf({ wire, etag }: { wire: string; etag: string }, include: readonly CaseInclude[]): string {
  if (include.length === 0) return etag;
  const variant = CASE_INCLUDES.flatMap((name, index) => (include.includes(name) ? [index] : [])).join("");
  const isDigested = include.includes("severity") || include.includes("times");
  return `${etag}.${variant}${isDigested ? `-${sha256(wire).slice(0, 12)}` : ""}`;
}
