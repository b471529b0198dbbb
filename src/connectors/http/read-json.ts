import { ConnectorProblem } from "../connector-problem.ts";
import type { ExchangeReply } from "./exchange.ts";
import { parseInSlices, TooManyValues } from "./parse-in-slices.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the JSON object of a response; anything else is malformed. */
export async function readJsonObject(host: string, reply: ExchangeReply): Promise<JsonObject> {
  const value = await parse(host, reply);
  if (isObject(value)) return value;
  throw malformed(host, "no JSON object");
}

/** Returns the objects of the JSON array of a response. */
export async function readJsonArray(host: string, reply: ExchangeReply): Promise<readonly JsonObject[]> {
  return objectsOf(host, await parse(host, reply));
}

export function objectsOf(host: string, value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value) || !value.every(isObject)) throw malformed(host, "no list of objects");
  return value;
}

/**
 * Checks only that the text is JSON; rows are validated one by one later, so that one bad row does not stop the rest.
 */
async function parse(host: string, { body }: ExchangeReply): Promise<unknown> {
  try {
    return await parseInSlices(body.toString("utf8"));
  } catch (error) {
    if (error instanceof TooManyValues)
      throw new ConnectorProblem("too_large", `${host} responded with ${error.message}`);
    throw malformed(host, "invalid JSON");
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const malformed = (host: string, what: string): ConnectorProblem =>
  new ConnectorProblem("malformed", `${host} responded with ${what}`);
