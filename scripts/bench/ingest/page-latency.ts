import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { BASE_PATH } from "../../../src/contract/endpoints.ts";
import type { Destination } from "./send-rows.ts";

/** Long enough to stay below the rate limit of a key. */
const GAP_MS = 62;

/** Reads the first page of cases again and again until `isOver`; returns the 99th percentile of the answer times in ms. */
export async function pageLatency({ port, key }: Destination, isOver: () => boolean): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const taken: number[] = [];
  while (!isOver()) {
    const started = performance.now();
    await readPage(agent, port, key);
    taken.push(performance.now() - started);
    await sleep(GAP_MS);
  }
  agent.destroy();
  const sorted = taken.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

function readPage(agent: Agent, port: number, key: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = `${BASE_PATH}/cases`;
    const sent = request({ host: "127.0.0.1", port, path, agent, headers: { "x-api-key": key } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`GET ${path} was answered with ${response.statusCode}`));
      response.resume().once("end", resolve);
    });
    sent.once("error", reject).end();
  });
}
