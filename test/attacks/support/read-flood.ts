import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { BASE_PATH } from "../../../src/contract/endpoints.ts";

export interface Flood {
  readonly port: number;
  readonly keys: readonly string[];
  readonly connections: number;
  readonly durationMs: number;
  /** Returns the path of the n-th request. */
  readonly path: (n: number) => string;
}

/** Reads on many connections, each without a pause, for `durationMs`; returns how many requests were answered. */
export async function floodWithReads({ port, keys, connections, durationMs, path }: Flood): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = Date.now() + durationMs;
  let [sent, answered] = [0, 0];
  const readOn = async () => {
    while (Date.now() < until) {
      const n = sent++;
      const status = await statusOf(agent, port, keys[n % keys.length] ?? "", path(n));
      if (status !== 0) answered++;
      // Without a pause after a refusal this would only measure the client itself.
      if (status !== 200) await sleep(20);
    }
  };
  await Promise.all(Array.from({ length: connections }, readOn));
  agent.destroy();
  return answered;
}

function statusOf(agent: Agent, port: number, key: string, path: string): Promise<number> {
  return new Promise((resolve) => {
    const options = { agent, host: "127.0.0.1", port, path: BASE_PATH + path, headers: { "x-api-key": key } };
    const sent = request(options, (response) => {
      response.resume();
      response.once("close", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", () => resolve(0));
    sent.end();
  });
}
