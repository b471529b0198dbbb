// Runs the tests on PostgreSQL if it is installed, else on the embedded database, with Redis and in Chromium if they are
// installed. With --complete: all tests, also those that take long, on both databases.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium } from "./browser/find-chromium.ts";
import { readAttackTable } from "./services/attack-table.ts";
import { startCitus } from "./services/citus.ts";
import { runNode, watchInterruption } from "./services/interruptible-run.ts";
import { startPostgres } from "./services/postgres.ts";
import { childrenCpuMs } from "./services/processor-time.ts";
import { startRedis } from "./services/redis.ts";
import type { Missing, Service } from "./services/server-process.ts";
import { createTestFolder, type TestFolder } from "./services/test-folder.ts";
import { planTests, readRequest } from "./services/test-plan.ts";
import { NOTHING_RAN, readTally, type Tally } from "./services/test-report.ts";
import { describeTimes } from "./services/time-report.ts";

interface Outcome {
  readonly tally: Tally;
  readonly exitCode: number;
  readonly skippedServices: readonly string[];
}

interface Offer {
  readonly databaseUrl: string | undefined;
  /** The servers that hold the rows of a distributed database. */
  readonly workerUrls: readonly string[];
  readonly redisUrl: string | undefined;
  readonly skippedServices: readonly string[];
}

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));
const SKIPPED_TESTS_NAMED = 20;
const CITUS = "Citus";
/** Settings of the tests themselves, which are passed on from the caller. */
const TEST_SETTINGS: readonly string[] = ["PARAPET_TEST_KILLS", "PARAPET_FUZZ_REQUESTS", "PARAPET_FUZZ_SEED"];

const startedAt = Date.now();
const request = readRequest(process.argv.slice(2));
const interruption = watchInterruption();
/** Processor time of what is not a test file, by its name. */
const cpuOf: Record<string, number> = {};
let isBuilt = process.env["PARAPET_TEST_BUILT"] === "1";
const outcome = await testEverything();
process.exitCode = interruption.exitCode() || (concludeWithoutCitus(outcome) ?? conclude(outcome));

async function testEverything(): Promise<Outcome> {
  if (!(await measured("build", buildProgram))) {
    console.log("The build failed, so nothing was tested.");
    return { tally: NOTHING_RAN, exitCode: 1, skippedServices: [] };
  }

  const folder = createTestFolder({ inMemory: true });
  const running: Service[] = [];
  try {
    const offer = await startServices(folder, running);
    return { ...(await runSuite(folder, offer)), skippedServices: offer.skippedServices };
  } catch (error) {
    console.log(error);
    return { tally: NOTHING_RAN, exitCode: 1, skippedServices: [] };
  } finally {
    await measured("servers", () => Promise.all(running.map((service) => service.stop())));
    for (const line of describeTimes(filesReportOf(folder), cpuOf)) console.log(line);
    folder.remove();
  }
}

/** Adds the processor time of the children that end meanwhile to a part. */
async function measured<T>(part: string, run: () => Promise<T>): Promise<T> {
  const before = childrenCpuMs();
  const result = await run();
  cpuOf[part] = (cpuOf[part] ?? 0) + childrenCpuMs() - before;
  return result;
}

/** Builds the program that the tests run, unless it is built; returns whether it succeeded. */
async function buildProgram(): Promise<boolean> {
  if (isBuilt) return true;
  const build = (flag: string) =>
    runNode({ args: [join(REPOSITORY, "scripts/build.mjs"), flag], cwd: REPOSITORY, env: process.env }, interruption);
  isBuilt = (await build(request.isPart ? "--check" : "--if-stale")) === 0;
  // Single files may not need it: a test that starts the program builds it.
  return isBuilt || request.isPart;
}

/** Adds each server to `running` as soon as it runs, so that the caller can stop it when the next one fails to start. */
async function startServices(folder: TestFolder, running: Service[]): Promise<Offer> {
  const skippedServices: string[] = [];
  const keep = (name: string, service: Service | Missing): string | undefined => {
    if ("missing" in service) {
      skippedServices.push(`${name} (${service.missing})`);
      return undefined;
    }
    running.push(service);
    return service.url;
  };
  const starting = startRedis(folder.path);
  if (request.engine === "citus") {
    const cluster = await startCitus(folder.path);
    const workerUrls = "workers" in cluster ? cluster.workers : [];
    return { databaseUrl: keep(CITUS, cluster), workerUrls, redisUrl: keep("Redis", await starting), skippedServices };
  }
  const notWanted: Missing = { missing: "--embedded was given" };
  const postgres = request.engine === "embedded" ? notWanted : await startPostgres(folder.path);
  const databaseUrl = keep("PostgreSQL", postgres);
  const redisUrl = keep("Redis", await starting);
  if (!findChromium()) skippedServices.push("the console in a browser (no chromium found; install it)");
  return { databaseUrl, workerUrls: [], redisUrl, skippedServices };
}

async function runSuite(
  folder: TestFolder,
  offer: Offer,
): Promise<{ readonly tally: Tally; readonly exitCode: number }> {
  const available = { postgres: offer.databaseUrl !== undefined, chromium: findChromium() !== undefined };
  const { projects, hasLong } = planTests(request, available);
  if (projects.length === 0) return { tally: NOTHING_RAN, exitCode: 1 };
  const report = join(folder.path, "report.json");
  const args = [
    join(REPOSITORY, "node_modules/vitest/vitest.mjs"),
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...request.filters,
  ];
  const env = { ...testEnvironment(folder, offer), ...(hasLong && { PARAPET_TEST_LONG: "1" }) };
  const exitCode = await measured("vitest", () => runNode({ args, cwd: REPOSITORY, env }, interruption));
  const table = readAttackTable(attackReportOf(folder));
  if (table) console.log(`\n${table}\n`);
  return { tally: readTally(report), exitCode };
}

/** Returns the file to which attacks append their measurements. */
function attackReportOf(folder: TestFolder): string {
  return join(folder.path, "attacks.jsonl");
}

/** Returns the file to which each test file appends what it took. */
function filesReportOf(folder: TestFolder): string {
  return join(folder.path, "files.jsonl");
}

/** Returns the environment of the tests: without the caller's Parapet settings, with temporary files in the test folder. */
function testEnvironment(folder: TestFolder, { databaseUrl, workerUrls, redisUrl }: Offer): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("PARAPET_") || TEST_SETTINGS.includes(name),
  );
  return {
    ...Object.fromEntries(inherited),
    TMPDIR: folder.scratch,
    PARAPET_TEST_ATTACK_REPORT: attackReportOf(folder),
    PARAPET_TEST_FILES_REPORT: filesReportOf(folder),
    ...(isBuilt && { PARAPET_TEST_BUILT: "1" }),
    ...(databaseUrl ? { PARAPET_TEST_DATABASE_URL: databaseUrl } : {}),
    ...(workerUrls.length > 0 ? { PARAPET_TEST_WORKER_URLS: workerUrls.join(",") } : {}),
    ...(redisUrl ? { PARAPET_TEST_REDIS_URL: redisUrl } : {}),
  };
}

/** Reports that the run on a distributed database was skipped, and returns the exit code; undefined if it was not. */
function concludeWithoutCitus({ skippedServices }: Outcome): number | undefined {
  const skipped = skippedServices.find((each) => each.startsWith(CITUS));
  if (!skipped) return undefined;
  console.log(`skipped: every test, because there is no cluster to run on: ${skipped}`);
  return process.env["PARAPET_TEST_REQUIRE_ALL"] === "1" ? 1 : 0;
}

/** Prints what was skipped and the totals; returns the exit code. */
function conclude({ tally, exitCode, skippedServices }: Outcome): number {
  const ranNothing = tally.passed + tally.failed === 0;
  const brokeOutsideTests = exitCode !== 0 && tally.failed === 0 && !ranNothing;
  const failed = tally.failed + (brokeOutsideTests ? 1 : 0);
  if (brokeOutsideTests) console.log("The run itself failed outside any test (see above); it counts as one failure.");
  if (ranNothing) console.log("No test ran.");

  for (const skipped of skippedServices) console.log(`skipped: ${skipped}`);
  for (const name of tally.skippedTests.slice(0, SKIPPED_TESTS_NAMED)) console.log(`skipped: test "${name}"`);
  const unnamed = tally.skippedTests.length - SKIPPED_TESTS_NAMED;
  if (unnamed > 0) console.log(`skipped: ${unnamed} more tests`);

  const skippedAny = skippedServices.length + tally.skippedTests.length > 0;
  const skippedTooMuch = skippedAny && process.env["PARAPET_TEST_REQUIRE_ALL"] === "1";
  if (skippedTooMuch) console.log("PARAPET_TEST_REQUIRE_ALL is set, so skipping fails the run.");

  console.log(`test run took ${Math.round((Date.now() - startedAt) / 1_000)} s`);
  const skippedCount = tally.skippedTests.length > 0 ? `, ${tally.skippedTests.length} skipped` : "";
  console.log(`${tally.passed} passed, ${failed} failed${skippedCount}`);
  return exitCode !== 0 || failed > 0 || ranNothing || skippedTooMuch ? 1 : 0;
}
