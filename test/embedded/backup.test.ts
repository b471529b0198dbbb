import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../../src/store/database/open.ts";
import { readTotals, withoutChanged } from "../support/copied.ts";
import { runCommand } from "../support/run-command.ts";
import { startTestService } from "../support/service.ts";
import { OPEN_OPTIONS } from "../support/template.ts";
import { givenWorld } from "../support/world.ts";

it("a backup that was made while the database is in use restores every row into a new folder", async () => {
  const service = await startTestService();
  const folder = await mkdtemp(join(tmpdir(), "ppt-"));
  const [file, restored] = [join(folder, "all.backup"), join(folder, "restored")];
  try {
    await givenWorld(service, "fjord");
    const before = await readTotals(service.database);
    expect(await runCommand(["backup", file], { PARAPET_DATA_DIR: String(service.dataDir) })).toMatchObject({
      code: 0,
    });
    expect(await runCommand(["restore", file], { PARAPET_DATA_DIR: restored })).toMatchObject({ code: 0 });
    const database = await openDatabase({ ...OPEN_OPTIONS, dataDir: restored });
    expect(withoutChanged(await readTotals(database))).toEqual(withoutChanged(before));
    await database.close();
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
