import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { attackTest } from "../support/attack-test.ts";
import { deliver } from "../support/deliver.ts";

const GZIP = { "content-type": "application/x-ndjson", "content-encoding": "gzip" };
const JSON_GZIP = { "content-type": "application/json", "content-encoding": "gzip" };
const MAX_BODY = 16 * 1_048_576;

attackTest("16 MiB of newlines, gzipped, five at once", {}, async (target) => {
  const body = gzipSync(Buffer.alloc(MAX_BODY, "\n"));
  const replies = await Promise.all(Array.from({ length: 5 }, () => deliver(target, body, GZIP)));
  for (const { status, body: answer } of replies) {
    expect([status, answer["error"]]).toEqual([413, "payload_too_large"]);
    expect(answer["message"]).toContain("empty lines");
  }
});

attackTest("arrays of millions of commas", {}, async (target) => {
  const body = gzipSync(Buffer.from(`[${",".repeat(MAX_BODY - 2)}]`));
  const replies = await Promise.all(Array.from({ length: 5 }, () => deliver(target, body, JSON_GZIP)));
  expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(413));
});

attackTest("15 documents of millions of zeros at once", {}, async (target) => {
  const body = gzipSync(Buffer.from(`{"records":[${"0,".repeat(MAX_BODY / 2 - 10)}0]}`));
  const replies = await Promise.all(Array.from({ length: 15 }, () => deliver(target, body, JSON_GZIP)));
  expect(replies.map(({ status }) => status)).toEqual(Array(15).fill(413));
});

attackTest("lines that are envelopes of millions of zeros", {}, async (target) => {
  const long = `{"records":[${"0,".repeat(520_000)}0]}\n`.repeat(15);
  const short = `{"records":[${"0,".repeat(9_998)}0]}\n`.repeat(800);
  for (const body of [long, short]) {
    const { status, body: answer } = await deliver(target, gzipSync(body), GZIP);
    expect([status, answer["accepted"]]).toEqual([200, 0]);
    expect((answer["rejected"] as unknown[]).length).toBeLessThanOrEqual(1_000);
  }
});

attackTest("lines of escaped quotes and backslashes behind a long number", {}, async (target) => {
  for (const piece of ['\\"', "\\\\", '"', "1"]) {
    const line = `{"TimeGenerated":12345678901234567890,"SyslogMessage":"${piece.repeat(60_000)}`;
    const { status } = await deliver(target, `${line}\n${line}"}\n`.repeat(8));
    expect(status).toBe(200);
  }
});

attackTest("bodies nested 200,000 levels deep", {}, async (target) => {
  const deep = (open: string, close: string) => open.repeat(200_000) + close.repeat(200_000);
  const json = { "content-type": "application/json" };
  for (const [body, headers] of [
    [`{"value":[${deep("[", "]")}]}`, json],
    [deep("[", "]"), json],
    [`${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`, json],
    [`{"value":${"[".repeat(200_000)}`, json],
  ] as const) {
    const { status, body: answer } = await deliver(target, body, headers);
    expect([status, answer["error"]]).toEqual([400, "invalid_json"]);
  }
  const line = await deliver(target, deep("[", "]"));
  expect(line.status).toBe(400);
});

attackTest("lines that cost the most to parse", {}, async (target) => {
  const MiB = 1_048_576;
  const lines = [
    `{"a":[${"{},".repeat(MiB / 3 - 10)}{}]}`,
    `{"a":[${"[],".repeat(MiB / 3 - 10)}[]]}`,
    `{${Array.from({ length: 49_000 }, (_, n) => `"k${n}":${n}`).join(",")}}`,
    JSON.stringify({ SyslogMessage: "x", a: "é\u{1f600}".repeat(MiB / 8) }),
  ];
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => deliver(target, gzipSync(`${lines.join("\n")}\n`.repeat(3)), GZIP)),
  );
  // The attacker's own deliveries may get 503; those of others must not.
  for (const { status } of replies) expect([200, 503]).toContain(status);
});
