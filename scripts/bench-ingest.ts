import { benchIngestRatio } from "./bench/analysis/ingest-ratio.ts";

const rows = Number(process.argv[2] ?? 20_000);
if (!Number.isInteger(rows) || rows < 1_000) throw new Error(`give a whole number of rows from 1000, not ${rows}`);
await benchIngestRatio(rows);
