import type { IncomingHttpHeaders } from "node:http";
import { Failure } from "../model/failure.ts";
import { parseKey } from "../runtime/api-key-format.ts";

/** Returns whether a request carries something that may be a key. */
export const hasApiKey = ({ authorization, "x-api-key": key }: IncomingHttpHeaders): boolean =>
  key !== undefined || authorization !== undefined;

/** Returns the API key of a request. `X-API-Key` wins; a different Parapet key in `Authorization` is refused. */
export function readApiKey(headers: IncomingHttpHeaders): string {
  const header = headers["x-api-key"];
  const bearer = /^bearer +([^ ].*)$/i.exec(headers.authorization ?? "")?.[1]?.trim();
  if (header === undefined) {
    if (bearer !== undefined) return bearer;
    throw new Failure("missing_api_key", "send an API key in the X-API-Key header, or as Authorization: Bearer");
  }
  const key = String(header).trim();
  if (bearer !== undefined && bearer !== key && parseKey(bearer)) {
    throw new Failure("ambiguous_credentials", "X-API-Key and Authorization carry different keys; send one");
  }
  if (key === "") throw new Failure("missing_api_key", "the X-API-Key header is empty");
  return key;
}
