import { Failure } from "../model/failure.ts";
import { toAmount } from "../model/text/amount.ts";
import type { JsonLimits } from "../model/text/strict-json.ts";

/** Lines of one delivery, or elements of the array that it is. */
export const MAX_LINES = 20_000;
/** Empty lines of one delivery. */
export const MAX_EMPTY_LINES = 20_000;
/** Records of one line that is an envelope. */
export const MAX_LINE_RECORDS = 10_000;
/** Records of one delivery, those in envelopes included. */
export const MAX_RECORDS = 100_000;
/** Rejected lines that the report of a delivery lists. */
export const MAX_REPORTED = 1_000;
export const MAX_FIELD_CHARACTERS = 262_144;
export const MAX_COLUMNS = 1_000;
export const MAX_COLUMN_NAME = 256;
export const MAX_ITEM_ID = 256;
/** Chosen so that a line is parsed in a few tens of milliseconds, because parsing blocks the event loop. */
export const LINE_JSON: JsonLimits = { maxDepth: 32, maxKeys: 10_000, maxValues: 50_000, keepsLongNumbers: true };
/** Limits of a record inside an envelope, which adds two levels. */
export const RECORD_JSON: JsonLimits = { ...LINE_JSON, maxDepth: LINE_JSON.maxDepth - 2 };
/** Limits of JSON text in a column, which adds one level. */
export const COLUMN_JSON: JsonLimits = { ...LINE_JSON, maxDepth: LINE_JSON.maxDepth - 1 };

export const tooManyLines = (): Failure =>
  new Failure("payload_too_large", `a delivery may have at most ${toAmount(MAX_LINES, "line")}`);

export const tooManyEmptyLines = (): Failure =>
  new Failure("payload_too_large", `a delivery may have at most ${toAmount(MAX_EMPTY_LINES, "empty line")}`);
