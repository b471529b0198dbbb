import { parseBound } from "../model/text/date-time.ts";
import type { InputProblem } from "./endpoint.ts";

interface CreatedWindow {
  readonly created_after?: string;
  readonly created_before?: string;
}

/** Returns a problem if no time can satisfy both `created_after` and `created_before`. */
export function checkCreatedWindow({ created_after, created_before }: CreatedWindow): InputProblem | undefined {
  const [after, before] = [parseBound(created_after), parseBound(created_before)];
  if (!after || !before || after < before) return undefined;
  return { in: "query", param: "created_after", message: "must be earlier than created_before" };
}
