import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Binaries, createDataFolder, findBinaries, startInstance, TEMPORARY_SETTINGS } from "./postgres.ts";
import { type Missing, onFreePort, type Service } from "./server-process.ts";

/** A coordinator and its workers. They are separate servers until a database adds the workers as its nodes. */
export interface CitusServers extends Service {
  readonly workers: readonly string[];
}

const WORKERS = 2;
const SETTINGS = [
  ...TEMPORARY_SETTINGS.filter((setting) => !setting.startsWith("max_connections=")),
  "shared_preload_libraries=citus",
  "max_connections=200",
  "max_prepared_transactions=200",
  // Each database has a maintenance process of its own.
  "max_worker_processes=100",
  "citus.local_hostname=127.0.0.1",
  "citus.node_conninfo=sslmode=disable",
];

/** Starts a coordinator and two workers below `folder`, if a PostgreSQL with the Citus extension is installed. */
export async function startCitus(folder: string): Promise<CitusServers | Missing> {
  const binaries = findBinaries().find(hasExtension);
  if (!binaries) return { missing: "no PostgreSQL with the Citus extension is installed" };
  const started: Service[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((service) => service.stop()));
  };
  for (let node = 0; node <= WORKERS; node++) {
    const created = createDataFolder(binaries, join(folder, `node${node}`));
    if ("missing" in created) return created;
    try {
      started.push(await onFreePort((port) => startInstance({ ...created, binaries, port, settings: SETTINGS })));
    } catch (error) {
      await stop();
      throw error;
    }
  }
  const [coordinator, ...workers] = started.map(({ url }) => url);
  return { url: coordinator ?? "", workers, stop };
}

function hasExtension({ folder }: Binaries): boolean {
  const shared = spawnSync(join(folder, "pg_config"), ["--sharedir"], { encoding: "utf8" }).stdout?.trim();
  return Boolean(shared) && existsSync(join(shared, "extension", "citus.control"));
}
