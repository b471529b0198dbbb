import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { QUICK_WASM } from "./test/support/quick-wasm.ts";
import { replaceModules } from "./test/support/replaced-modules.ts";

type Engine = "embedded" | "postgres";

/** Files that take long run in the complete suite, and when they are named. */
const LEFT_OUT = process.env["PARAPET_TEST_LONG"] === "1" ? [] : ["**/*.long.test.{ts,tsx}"];

/** The quicker one, where there is a choice. */
const SOME_ENGINE: Engine = process.env["PARAPET_TEST_DATABASE_URL"] ? "postgres" : "embedded";

// Named per project, because a setup at the root would run once more for the root itself.
const GLOBAL_SETUP = "test/support/global-setup.ts";

const WITH_DATABASE = ["src/**/*.db.test.ts", "test/**/*.test.ts"];
const OTHER_FOLDERS = ["test/{attacks,browser,citus,console,e2e,repository}/**"];
const ABOUT_EMBEDDED = ["src/store/embedded/**/*.test.ts", "test/embedded/**/*.test.ts"];
/** What depends most on the engine: the statements, and one journey of each kind. */
const ON_BOTH_ENGINES = ["src/{store,ingest}/**/*.db.test.ts", "test/{isolation,journeys}/**/*.test.ts"];

interface Selection {
  readonly name: string;
  readonly engine: Engine;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

/** A project whose tests run on one engine. */
const onEngine = ({ name, engine, include, exclude = [] }: Selection) => ({
  name,
  provide: { engine, part: name },
  globalSetup: GLOBAL_SETUP,
  include: [...include],
  exclude: [...exclude, ...LEFT_OUT],
});

export default defineConfig({
  test: {
    pool: "forks",
    execArgv: [QUICK_WASM],
    // Nothing under src/ keeps anything between two files: what a worker has loaded once serves all the files it runs.
    isolate: false,
    // One more than cores, because tests wait: for a database, for a program they have started.
    maxWorkers: availableParallelism() + 1,
    setupFiles: "test/support/measure-file.ts",
    // What has been compiled once is not compiled again by the next run.
    experimental: { fsModuleCache: true },
    // Only for tests that hang: how long one takes depends on the machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      {
        name: "pure",
        provide: { part: "pure" },
        include: ["{src,console}/**/*.test.ts", "test/repository/**/*.test.ts"],
        exclude: ["**/*.db.test.ts", "src/store/embedded/**", ...LEFT_OUT],
      },
      onEngine({
        name: "postgres",
        engine: "postgres",
        include: WITH_DATABASE,
        exclude: [...OTHER_FOLDERS, "test/embedded/**"],
      }),
      onEngine({
        name: "embedded",
        engine: "embedded",
        include: [...WITH_DATABASE, ...ABOUT_EMBEDDED],
        exclude: [...OTHER_FOLDERS, "test/postgres/**"],
      }),
      onEngine({ name: "embedded-too", engine: "embedded", include: [...ON_BOTH_ENGINES, ...ABOUT_EMBEDDED] }),
      onEngine({ name: "embedded-only", engine: "embedded", include: ABOUT_EMBEDDED }),
      {
        // What a page shows does not depend on the database.
        ...onEngine({
          name: "console",
          engine: SOME_ENGINE,
          include: ["test/console/**/*.test.ts"],
        }),
        // Dates and numbers as the expected texts have them.
        env: { TZ: "UTC", LC_ALL: "en_US.UTF-8" },
      },
      onEngine({ name: "browser", engine: SOME_ENGINE, include: ["test/browser/**/*.test.ts"] }),
      ...(["embedded", "postgres"] as const).map((engine) => ({
        ...onEngine({ name: `e2e-${engine}`, engine, include: ["test/e2e/**/*.test.ts"] }),
        globalSetup: "test/e2e/support/global-setup.ts",
      })),
      ...(["embedded", "postgres"] as const).map((engine, at) => ({
        ...onEngine({
          name: `attacks-${engine}`,
          engine,
          include: ["test/attacks/**/*.test.ts"],
          // What ends before a database is asked is attacked once only.
          exclude: engine === "postgres" ? ["test/attacks/edge/**"] : [],
        }),
        // After everything else and one at a time: an attack measures how long others wait.
        fileParallelism: false,
        sequence: { groupOrder: at + 1 },
      })),
      onEngine({
        name: "citus",
        engine: "postgres",
        include: [
          "test/{conformance,isolation,analysis,journeys,citus}/**/*.test.ts",
          "test/postgres/{two-workers,worker-thread}.test.ts",
          "src/{pipeline,ingest,actions,store}/**/*.db.test.ts",
        ],
      }),
    ].map((test) => ({
      extends: true as const,
      test,
      // Attacks measure the program as it is, and a pure test needs nothing that takes long.
      plugins: "engine" in test.provide && !test.name.startsWith("attacks") ? [replaceModules()] : [],
    })),
  },
});
