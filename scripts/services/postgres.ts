import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { findProgram, isProgram, pathFolders } from "./find-program.ts";
import {
  type Account,
  type Missing,
  onFreePort,
  type Service,
  serverEnvironment,
  startServer,
} from "./server-process.ts";

const OLDEST_MAJOR = 15;
const DEBIAN_VERSIONS = "/usr/lib/postgresql";
const REMEDY = `install PostgreSQL ${OLDEST_MAJOR} or newer, or set PARAPET_TEST_DATABASE_URL`;

export interface Binaries {
  readonly folder: string;
  readonly major: number;
}

const LOCAL_SETTINGS = ["listen_addresses=127.0.0.1", "max_connections=100"];
/** What PostgreSQL needs so that nothing committed is lost in a crash. Each is on unless it is turned off. */
export const DURABILITY = ["fsync", "synchronous_commit", "full_page_writes"];
/**
 * Durability is off: the data is needed for one run only. So is the automatic analysis of tables: which plan a statement gets
 * must not depend on how long a test takes.
 */
export const TEMPORARY_SETTINGS = [...LOCAL_SETTINGS, ...DURABILITY.map((name) => `${name}=off`), "autovacuum=off"];
/** Given on the command line, which no other setting can override. */
export const DURABLE_SETTINGS = [...LOCAL_SETTINGS, ...DURABILITY.map((name) => `${name}=on`)];

/** Starts a temporary PostgreSQL below `folder`, or uses the server of PARAPET_TEST_DATABASE_URL. */
export async function startPostgres(folder: string, settings = TEMPORARY_SETTINGS): Promise<Service | Missing> {
  const given = process.env["PARAPET_TEST_DATABASE_URL"];
  if (given) return { url: given, stop: async () => undefined };

  const newest = findBinaries().toSorted((a, b) => b.major - a.major)[0];
  if (!newest) return { missing: `no server binaries found; ${REMEDY}` };
  if (newest.major < OLDEST_MAJOR) return { missing: `found only PostgreSQL ${newest.major}; ${REMEDY}` };

  const created = createDataFolder(newest, join(folder, "pg"));
  if ("missing" in created) return created;
  return onFreePort((port) => startInstance({ ...created, binaries: newest, port, settings }));
}

/** A data folder that PostgreSQL can be started on. */
export interface DataFolder {
  readonly home: string;
  readonly account: Account | undefined;
}

/** Creates a data folder below `home`, for the user that PostgreSQL will run as. */
export function createDataFolder(binaries: Binaries, home: string): DataFolder | Missing {
  const account = findAccount();
  if (account === "none") return { missing: "it refuses to run as root, and there is no user 'postgres' or 'nobody'" };
  mkdirSync(home, { mode: 0o700 });
  if (account) {
    chmodSync(dirname(home), 0o711);
    chownSync(home, account.uid, account.gid);
  }
  initialize(binaries, home, account);
  return { home, account };
}

function initialize(binaries: Binaries, home: string, account: Account | undefined): void {
  const made = spawnSync(
    join(binaries.folder, "initdb"),
    ["-D", join(home, "data"), "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"],
    { cwd: home, env: serverEnvironment(), encoding: "utf8", ...account },
  );
  if (made.status !== 0) throw new Error(`initdb failed:\n${made.error?.message ?? made.stdout + made.stderr}`);
}

interface Instance extends DataFolder {
  readonly binaries: Binaries;
  readonly port: number;
  readonly settings: readonly string[];
}

/** Starts PostgreSQL on a data folder. */
export async function startInstance({ binaries, home, account, port, settings }: Instance): Promise<Service> {
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const stop = await startServer({
    name: "PostgreSQL",
    command: join(binaries.folder, "postgres"),
    args: ["-D", join(home, "data"), "-p", String(port), "-k", home, ...settings.flatMap((setting) => ["-c", setting])],
    cwd: home,
    account,
    stopSignal: "SIGINT",
    isReady: () => answers(url),
  });
  return { url, stop };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Returns every installed PostgreSQL. */
export function findBinaries(): readonly Binaries[] {
  const folders = [...pathFolders(), ...debianFolders(), ...configuredFolder()];
  return [...new Set(folders)].flatMap((folder) => {
    if (!isProgram(join(folder, "postgres")) || !isProgram(join(folder, "initdb"))) return [];
    const version = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" }).stdout;
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(version ?? "")?.[1]);
    return Number.isInteger(major) ? [{ folder, major }] : [];
  });
}

function debianFolders(): readonly string[] {
  if (!existsSync(DEBIAN_VERSIONS)) return [];
  return readdirSync(DEBIAN_VERSIONS).map((version) => join(DEBIAN_VERSIONS, version, "bin"));
}

function configuredFolder(): readonly string[] {
  const program = findProgram(["pg_config"]);
  if (!program) return [];
  const folder = spawnSync(program, ["--bindir"], { encoding: "utf8" }).stdout?.trim();
  return folder ? [folder] : [];
}

/** Returns the account to run PostgreSQL under: it refuses to run as root. */
function findAccount(): Account | undefined | "none" {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const fields = ["postgres", "nobody"].flatMap((name) => accounts.filter(([user]) => user === name))[0];
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : "none";
}
