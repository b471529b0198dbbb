import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { checkAnswer } from "./answer-check.ts";
import { type FuzzRequest, toCurl } from "./fuzz-request.ts";

/** A response with its body decompressed. */
export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** Sends requests over persistent connections, and checks every response against the OpenAPI documents. */
export interface Fuzzer {
  /** Throws if the response does not match the document, with a curl command that repeats the request. */
  send(sent: FuzzRequest): Promise<FuzzAnswer>;
  /** The number of responses by status. */
  readonly counts: ReadonlyMap<number, number>;
  close(): void;
}

const SILENT_MS = 20_000;

export function createFuzzer(address: string): Fuzzer {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const counts = new Map<number, number>();
  return {
    counts,
    send: async (sent) => {
      try {
        const answer = await exchange(address, agent, sent);
        counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
        checkAnswer(sent, answer);
        return answer;
      } catch (error) {
        throw new Error(`${(error as Error).message}\nsend it again: ${toCurl(address, sent)}`);
      }
    },
    close: () => agent.destroy(),
  };
}

async function exchange(
  address: string,
  agent: Agent,
  { method, target, headers, body }: FuzzRequest,
): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(address);
  const length = body ? { "content-length": String(body.length) } : {};
  const sent = request({ hostname, port, agent, method, path: target, headers: { ...headers, ...length } });
  sent.setTimeout(SILENT_MS, () => sent.destroy(new Error("no answer came")));
  sent.end(body ?? undefined);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  const received = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
  return {
    status: response.statusCode ?? 0,
    headers: received,
    text: unpacked(Buffer.concat(pieces), received["content-encoding"]),
  };
}

function unpacked(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0) return "";
  if (encoding === "gzip") return gunzipSync(bytes).toString();
  return encoding === "br" ? brotliDecompressSync(bytes).toString() : bytes.toString();
}
