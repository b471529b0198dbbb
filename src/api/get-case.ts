import type { getCase } from "../contract/cases.ts";
import { answerOf } from "../http/answer.ts";
import { Failure } from "../model/failure.ts";
import { findCaseText } from "../store/cases/cases.ts";
import type { Handler } from "./handler.ts";
import { toInclude } from "./list-cases.ts";

export const handleGetCase: Handler<typeof getCase> = async (caller, { params, query }) => {
  const include = toInclude(query.include);
  const found = await findCaseText(caller.db, params.case_id, include);
  if (!found) throw new Failure("case_not_found", "there is no such case");
  const variant = `${include.state ? "s" : ""}${include.verdict ? "v" : ""}`;
  return answerOf(found.wire, { etag: variant ? `${found.etag}.${variant}` : found.etag });
};
