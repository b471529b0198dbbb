import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { createApiKey } from "../../../src/actions/create-api-key.ts";
import { createDomain } from "../../../src/actions/create-domain.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import { TEST_ACTOR } from "../../support/actor.ts";
import { TEST_PEPPER } from "../../support/service.ts";
import { attackTest } from "../support/attack-test.ts";
import { beginDelivery, statusOf } from "../support/deliver.ts";

const MiB = 1_048_576;
const LINE = '{"SyslogMessage":"x"}\n';

attackTest("16 bodies that stop arriving", {}, async ({ port, keys }) => {
  const sockets = await Promise.all(
    Array.from({ length: 16 }, (_, n) => beginDelivery(port, keys[n % keys.length] ?? "", MiB, LINE)),
  );
  expect(await Promise.all(sockets.map((socket) => statusOf(socket, 9_000)))).toEqual(Array(16).fill(408));
  for (const socket of sockets) socket.destroy();
});

attackTest("bodies that arrive one byte at a time", {}, async ({ port, keys }) => {
  const sockets = await Promise.all(
    Array.from({ length: 16 }, (_, n) => beginDelivery(port, keys[n % keys.length] ?? "", MiB, LINE)),
  );
  const statuses = Promise.all(sockets.map((socket) => statusOf(socket, 9_000)));
  for (let n = 0; n < 40; n++) {
    await sleep(200);
    for (const socket of sockets) if (socket.writable) socket.write(" ");
  }
  expect(await statuses).toEqual(Array(16).fill(408));
  for (const socket of sockets) socket.destroy();
});

attackTest("large bodies that stop just before their end", {}, async ({ port, keys }) => {
  const start = LINE.repeat(19_000).padEnd(12 * MiB, " ");
  const sockets = await Promise.all(
    Array.from({ length: 6 }, (_, n) => beginDelivery(port, keys[n % keys.length] ?? "", 13 * MiB, start)),
  );
  await sleep(7_000);
  for (const socket of sockets) socket.destroy();
});

const otherKeys: string[] = [];

attackTest(
  "stalled bodies of ten domains",
  {
    prepare: async (_db, database) => {
      for (let n = 0; n < 10; n++) {
        const db = database.forDomain(
          await createDomain({ database: database, clock: systemClock, actor: TEST_ACTOR }, `other${n}`),
        );
        const ctx = { db, clock: systemClock, actor: TEST_ACTOR } as const;
        const wanted = { name: null, scopes: ["ingest:write"], expiresAt: null, allowedAddresses: [] } as const;
        otherKeys.push((await createApiKey(ctx, TEST_PEPPER, wanted)).key);
      }
    },
  },
  async ({ port }) => {
    const sockets = await Promise.all(
      otherKeys.flatMap((key) => [beginDelivery(port, key, MiB, LINE), beginDelivery(port, key, MiB, LINE)]),
    );
    await sleep(4_000);
    for (const socket of sockets) socket.destroy();
  },
);
