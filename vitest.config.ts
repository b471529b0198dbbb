import { defineConfig } from "vitest/config";
import { QUICK_WASM } from "./test/support/quick-wasm.ts";

// Named per project, because a setup at the root would run once more for the root itself.
const globalSetup = "test/support/global-setup.ts";

export default defineConfig({
  test: {
    pool: "forks",
    execArgv: [QUICK_WASM],
    // Nothing under src/ keeps anything between two files: what a worker has loaded once serves all the files it runs.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      ...(["embedded", "postgres"] as const).map((engine, at) => ({
        extends: true as const,
        test: {
          name: `attacks-${engine}`,
          include: ["test/attacks/**/*.test.ts"],
          // What ends before a database is asked is attacked once only.
          exclude: engine === "postgres" ? ["test/attacks/edge/**"] : [],
          provide: { engine },
          globalSetup,
          // After everything else and one at a time: an attack measures how long others wait.
          fileParallelism: false,
          sequence: { groupOrder: at + 2 },
        },
      })),
      ...(["embedded", "postgres"] as const).map((engine) => ({
        extends: true as const,
        test: {
          name: `e2e-${engine}`,
          include: ["test/e2e/**/*.test.ts"],
          provide: { engine },
          globalSetup: "test/e2e/support/global-setup.ts",
          testTimeout: 90_000,
          hookTimeout: 180_000,
          // Between the tests of the parts and the attacks: a browser needs a core of its own.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      })),
      {
        extends: true,
        test: {
          name: "embedded",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: ["test/postgres/**", "test/citus/**", "test/attacks/**", "test/e2e/**", "test/console/**"],
          provide: { engine: "embedded" },
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          // What touches no database runs once only, in the other project.
          include: ["src/**/*.db.test.ts", "test/**/*.test.ts"],
          exclude: ["test/embedded/**", "test/citus/**", "test/attacks/**", "test/e2e/**", "test/console/**"],
          provide: { engine: "postgres" },
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          // Tests of the console that need neither a database nor a page.
          name: "console",
          include: ["console/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          // Pages of the console without a browser, on one database: what they show does not depend on which.
          name: "console-pages",
          include: ["test/console/**/*.test.ts"],
          provide: { engine: process.env["PARAPET_TEST_DATABASE_URL"] ? "postgres" : "embedded" },
          globalSetup,
          // Dates and numbers as the expected texts have them.
          env: { TZ: "UTC", LC_ALL: "en_US.UTF-8" },
        },
      },
      {
        extends: true,
        test: {
          name: "citus",
          include: [
            "test/{conformance,isolation,analysis,journeys,citus}/**/*.test.ts",
            "test/postgres/{two-workers,worker-thread}.test.ts",
            "src/{pipeline,ingest,actions,store}/**/*.db.test.ts",
          ],
          provide: { engine: "postgres" },
          globalSetup,
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
