import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { attackTest } from "./support/attack-test.ts";
import { deliver } from "./support/deliver.ts";

const GZIP = { "content-type": "application/x-ndjson", "content-encoding": "gzip" };
const ROWS = 20_000;
const USERS = 3_000;
const OPTIONS = { needsOwnServer: true, timeoutMs: 240_000 };

const bodyOf = (n: number) =>
  gzipSync(
    Array.from({ length: ROWS }, (_, row) =>
      JSON.stringify({
        TimeGenerated: new Date(Date.now() - row * 100).toISOString(),
        HostName: `web-${row % 50}`,
        ProcessName: "sshd",
        SyslogMessage: `delivery ${n} row ${row}: session opened for user maya by (uid=0)`,
      }),
    ).join("\n"),
    { level: 1 },
  );

attackTest("five deliveries of 20,000 rows at once", OPTIONS, async (target) => {
  const bodies = Array.from({ length: 5 }, (_, n) => bodyOf(n));
  const replies = await Promise.all(bodies.map((body) => deliver(target, body, GZIP)));
  for (const { status, body } of replies) expect([status, body["accepted"]]).toEqual([200, ROWS]);
});

attackTest("a directory of 3,000 users, twice, and then of none", OPTIONS, async (target) => {
  const users = Array.from({ length: USERS }, (_, n) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    userPrincipalName: `user${n}@attacker.example`,
    displayName: `User ${n}`,
    mail: `user${n}@attacker.example`,
  }));
  const json = { "content-type": "application/json" };
  const put = (value: readonly object[]) => deliver(target, JSON.stringify({ value }), json, "/directory/users");
  expect((await put(users)).body).toEqual({ accepted: USERS, duplicates: 0, removed: 0, rejected: [] });
  expect((await put(users)).body).toEqual({ accepted: 0, duplicates: USERS, removed: 0, rejected: [] });
  expect((await put([])).body).toEqual({ accepted: 0, duplicates: 0, removed: USERS, rejected: [] });
});

attackTest("20,000 rows under one id, twice", OPTIONS, async (target) => {
  for (const n of [1, 2]) {
    const rows = Array.from({ length: ROWS }, (_, row) =>
      JSON.stringify({ SyslogMessage: `delivery ${n} row ${row}`, _ItemId: "the same" }),
    );
    const { status, body } = await deliver(target, gzipSync(rows.join("\n")), GZIP);
    expect([status, body["accepted"]]).toEqual([200, ROWS]);
  }
});
