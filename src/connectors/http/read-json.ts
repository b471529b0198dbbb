import { ConnectorProblem } from "../connector-problem.ts";
import type { ExchangeReply } from "./exchange.ts";
import { parseInSlices, TooManyValues } from "./parse-in-slices.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object an answer holds; anything else is a malformed answer. */
export async function readJsonObject(host: string, reply: ExchangeReply): Promise<JsonObject> {
  const value = await parse(host, reply);
  if (isObject(value)) return value;
  throw malformed(host, "no JSON object");
}

/** The objects of the array an answer holds. */
export async function readJsonArray(host: string, reply: ExchangeReply): Promise<readonly JsonObject[]> {
  return objectsOf(host, await parse(host, reply));
}

export function objectsOf(host: string, value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value) || !value.every(isObject)) throw malformed(host, "no list of objects");
  return value;
}

/** Plain JSON only: what is strange inside a row is judged row by row, so that one of them never stops the rest. */
async function parse(host: string, { body }: ExchangeReply): Promise<unknown> {
  try {
    return await parseInSlices(body.toString("utf8"));
  } catch (error) {
    if (error instanceof TooManyValues)
      throw new ConnectorProblem("too_large", `${host} answered with ${error.message}`);
    throw malformed(host, "JSON that cannot be read");
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const malformed = (host: string, what: string): ConnectorProblem =>
  new ConnectorProblem("malformed", `${host} answered with ${what}`);
