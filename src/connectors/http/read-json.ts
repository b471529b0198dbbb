import { ConnectorProblem } from "../connector-problem.ts";
import type { ExchangeReply } from "./exchange.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object an answer holds; anything else is a malformed answer. */
export function readJsonObject(host: string, reply: ExchangeReply): JsonObject {
  const value = parse(host, reply);
  if (isObject(value)) return value;
  throw malformed(host, "no JSON object");
}

/** The objects of the array an answer holds. */
export function readJsonArray(host: string, reply: ExchangeReply): readonly JsonObject[] {
  return objectsOf(host, parse(host, reply));
}

export function objectsOf(host: string, value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value) || !value.every(isObject)) throw malformed(host, "no list of objects");
  return value;
}

/** Plain JSON only: what is strange inside a row is judged row by row, so that one of them never stops the rest. */
function parse(host: string, { body }: ExchangeReply): unknown {
  try {
    return JSON.parse(quoteLongNumbers(body.toString("utf8")));
  } catch {
    throw malformed(host, "JSON that cannot be read");
  }
}

/** Strings first, so that digits inside one are left alone. */
const STRING_OR_LONG = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs;

/** A whole number that JavaScript cannot hold becomes text, as it does at the ingest door. */
function quoteLongNumbers(text: string): string {
  if (!/\d{16}/.test(text)) return text;
  return text.replace(STRING_OR_LONG, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
  );
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const malformed = (host: string, what: string): ConnectorProblem =>
  new ConnectorProblem("malformed", `${host} answered with ${what}`);
