import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";

/** The parameters a worker starts with. */
export interface WorkerSpec {
  readonly databaseDir: string;
  readonly template: Blob | undefined;
  readonly compiled: Compiled | undefined;
}

/**
 * The compiled WebAssembly module of PostgreSQL. A worker that receives it from the previous one opens in half the
 * time.
 */
export type Compiled = object;

/** Bytes with their own buffer, which is transferred between threads without copying. */
export type Bytes = Uint8Array<ArrayBuffer>;

export type WorkerRequest =
  | { readonly kind: "exec"; readonly bytes: Bytes }
  | { readonly kind: "dump" }
  | { readonly kind: "close" };

export type WorkerReply = { readonly opened: Compiled } | { readonly bytes: Bytes } | { readonly crash: string };

/** TypeScript declares it only in the browser types. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<Compiled> };

/** The status with which PGlite reports an ordinary PostgreSQL error after which the backend can continue. */
const ORDINARY_ERROR_STATUS = 100;

const spec = workerData as WorkerSpec; // parse boundary: only WorkerLink starts this file
const compiled = spec.compiled ?? (await compile());
const db = await PGlite.create({
  dataDir: spec.databaseDir,
  pgliteWasmModule: compiled,
  ...(spec.template && { loadDataDir: spec.template }),
});
endOnCrash();
parentPort?.on("message", (request: WorkerRequest) => {
  answer(request).then((bytes) => reply({ bytes }), crash);
});
reply({ opened: compiled });

async function compile(): Promise<Compiled> {
  const pglite = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  return WebAssembly.compile(await readFile(join(dirname(pglite), "pglite.wasm")));
}

async function answer(request: WorkerRequest): Promise<Bytes> {
  if (request.kind === "exec") return exec(request.bytes);
  if (request.kind === "dump") return new Uint8Array(await (await db.dumpDataDir("none")).arrayBuffer());
  await db.close();
  return new Uint8Array(0);
}

// execProtocolRaw parses every response and never frees it; the streaming form does neither.
async function exec(bytes: Bytes): Promise<Bytes> {
  const parts: Uint8Array[] = [];
  await db.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (part) => parts.push(part.slice()) });
  const answered = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    answered.set(part, at);
    at += part.length;
  }
  return answered;
}

// PGlite swallows a crash of the wasm code (stack overflow, abort, exit) and then either reports success for work that
// was not done or loops forever, so the crash has to be caught before PGlite handles it.
function endOnCrash(): void {
  const backend = db.Module;
  const runOnce = backend._PostgresMainLoopOnce;
  backend._PostgresMainLoopOnce = () => {
    try {
      return runOnce();
    } catch (error) {
      if ((error as { status?: unknown } | undefined)?.status !== ORDINARY_ERROR_STATUS) crash(error);
      throw error;
    }
  };
}

function crash(error: unknown): void {
  // Not every crash is an Error: wasm code that exits throws a plain object.
  const { name = "crash", message = String(error) } = (error ?? {}) as { name?: string; message?: string };
  reply({ crash: `${name}: ${message}` });
  process.exit(1);
}

function reply(message: WorkerReply): void {
  parentPort?.postMessage(message, "bytes" in message ? [message.bytes.buffer] : []);
}
