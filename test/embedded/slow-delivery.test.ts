import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import { talk } from "../support/raw-http.ts";
import { startTestService, type TestService } from "../support/service.ts";

const SECONDS = 12;
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.service.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => service.stop());

it("a slow delivery that keeps sending is stored", async () => {
  const domain = await service.givenDomain();
  const { port } = service.service.app.server.address() as AddressInfo;
  const line = (n: number) => `${JSON.stringify({ SyslogMessage: `${n} ${"x".repeat(8_000)}` })}\n`;
  const lines = Array.from({ length: SECONDS }, (_, n) => line(n));
  const head = [
    `POST ${INGEST_BASE_PATH}/tables/Syslog HTTP/1.1`,
    "host: x",
    `x-api-key: ${domain.key}`,
    "content-type: application/x-ndjson",
    `content-length: ${Buffer.byteLength(lines.join(""))}`,
  ].join("\r\n");
  const pause = () => new Promise((resolve) => setTimeout(resolve, 1_000));
  const [reply] = await talk(port, [`${head}\r\n\r\n`, ...lines.flatMap((text) => [text, pause])]);
  expect([reply?.status, JSON.parse(reply?.body ?? "{}").accepted]).toEqual([200, SECONDS]);
});
