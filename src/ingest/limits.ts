import type { JsonLimits } from "../model/strict-json.ts";

/** Rows of one delivery. */
export const MAX_LINES = 20_000;
export const MAX_FIELD_CHARACTERS = 262_144;
export const MAX_COLUMNS = 1_000;
export const MAX_COLUMN_NAME = 256;
export const MAX_ITEM_ID = 256;
export const LINE_JSON: JsonLimits = { maxDepth: 32, maxKeys: 50_000 };
/** JSON text in a column, which is one level down. */
export const COLUMN_JSON: JsonLimits = { ...LINE_JSON, maxDepth: LINE_JSON.maxDepth - 1 };
