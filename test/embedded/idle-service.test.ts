import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { systemClock } from "../../src/runtime/clock.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { openTestDatabase } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { deliver } from "../support/row-sets.ts";
import { composeTestService } from "../support/service.ts";
import { OPEN_OPTIONS } from "../support/template.ts";

const NOW = new Date("2026-11-02T10:00:00.000Z");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("a command of another process counts as a use of the service, statements of its own do not", async () => {
  const onForeignUse = vi.fn();
  const dataDir = join(folder, "data");
  const own = await openDatabase({ ...OPEN_OPTIONS, dataDir, onForeignUse });
  try {
    await migrate(own, systemClock);
    await own.ping();
    expect(onForeignUse).not.toHaveBeenCalled();
    const other = await openDatabase({ ...OPEN_OPTIONS, dataDir, shared: true });
    await other.ping();
    await other.close();
    expect(onForeignUse).toHaveBeenCalled();
  } finally {
    await own.close();
  }
});

it("the worker of the embedded database asks whether the service is idle before it takes rows", async () => {
  const { database, addDomain, close } = await openTestDatabase();
  const isIdle = vi.fn(() => true);
  const usage = { begin: () => () => undefined, isIdle };
  const service = composeTestService({ database, clock: () => NOW, usage });
  try {
    const columns = { TimeGenerated: NOW.toISOString(), SyslogMessage: "started" };
    await deliver(await addDomain(), [{ table: "Syslog", columns }], NOW);
    service.start();
    await eventually(() => expect(isIdle).toHaveBeenCalled());
  } finally {
    await service.close();
    await close();
  }
});
