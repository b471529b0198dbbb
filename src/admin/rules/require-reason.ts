import { Failure } from "../../model/failure.ts";

/** Returns a reason without blanks around it; throws if nothing is left. */
export function requireReason(text: string): string {
  const reason = text.trim();
  if (reason !== "") return reason;
  throw new Failure("invalid_body", "field 'reason' must not be blank", { field: "reason" });
}
