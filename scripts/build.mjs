// Compiles src/ and adds what the compiler leaves behind: migrations and page assets. Builds the console into dist/console, an
// empty database for the first start, and the shipped rules as they were parsed. The result replaces dist/ at once, so that a
// process that runs from dist/ never sees half of a build. With --if-stale it does nothing when dist/ is current; with --check
// it only ends with 1 when it is not.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(ROOT, "dist");
/** Holds the state of the inputs that dist/ was built from. */
const STAMP = ".built-from";
const INPUTS = [
  "src",
  "console",
  "rules",
  "scripts/build.mjs",
  "tsconfig.json",
  "tsconfig.build.json",
  "package-lock.json",
];

const inputs = describeInputs();
const isCurrent = readStamp() === inputs;
if (process.argv.includes("--check")) process.exit(isCurrent ? 0 : 1);
if (process.argv.includes("--if-stale") && isCurrent) process.exit(0);

const draft = join(ROOT, `dist.${process.pid}.new`);
process.once("exit", () => rmSync(draft, { recursive: true, force: true }));
compile(draft);
if (existsSync(join(ROOT, "console"))) await buildConsole(join(draft, "console"));
cpSync(join(ROOT, "src"), draft, { recursive: true, filter: (source) => !/\.tsx?$/.test(source) });
await addEmptyDatabase(draft);
if (existsSync(join(ROOT, "rules"))) await addParsedRules(draft);
chmodSync(join(draft, "main.js"), 0o755);
writeFileSync(join(draft, STAMP), inputs);
replaceDist(draft);

/** Returns a digest of the path, size and time of change of every input. */
function describeInputs() {
  const digest = createHash("sha256").update(process.version);
  for (const path of INPUTS.flatMap(listFiles).filter(isInput).sort()) {
    const { size, mtimeMs } = statSync(join(ROOT, path));
    digest.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return digest.digest("hex");
}

/** Tests are beside the sources, and are not compiled. */
function isInput(path) {
  return !/\.test\.tsx?$/.test(path);
}

function listFiles(path) {
  if (!existsSync(join(ROOT, path))) return [];
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  return readdirSync(join(ROOT, path)).flatMap((name) => listFiles(join(path, name)));
}

function readStamp() {
  const path = join(DIST, STAMP);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function compile(outDir) {
  const args = [
    join(ROOT, "node_modules/typescript/bin/tsc"),
    "-p",
    join(ROOT, "tsconfig.build.json"),
    "--outDir",
    outDir,
  ];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

/** Loads vite only here: a build without the console does not need it. */
async function buildConsole(outDir) {
  // Decides which build of React is bundled.
  process.env.NODE_ENV = "production";
  const { build } = await import("vite");
  const configFile = join(ROOT, "console/vite.config.mjs");
  await build({ configFile, configLoader: "native", logLevel: "warn", build: { outDir, emptyOutDir: true } });
}

/**
 * Adds the file that src/store/embedded/empty-database.ts reads. It is copied from the last build if PGlite is the same,
 * because creating it takes seconds.
 */
async function addEmptyDatabase(outDir) {
  const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules/@electric-sql/pglite/package.json"), "utf8"));
  const name = `empty-database-${version}.tar.gz`;
  if (existsSync(join(DIST, name))) return cpSync(join(DIST, name), join(outDir, name));
  const { PGlite } = await import("@electric-sql/pglite");
  const database = await PGlite.create();
  const dump = await database.dumpDataDir("gzip");
  await database.close();
  writeFileSync(join(outDir, name), Buffer.from(await dump.arrayBuffer()));
}

/** Adds the file that src/pipeline/rules/parsed-rules.ts reads. */
async function addParsedRules(outDir) {
  const modules = pathToFileURL(join(outDir, "pipeline/rules/"));
  const { packRules, PARSED_RULES } = await import(new URL("parsed-rules.js", modules));
  const { readRulesFolder } = await import(new URL("rules-folder.js", modules));
  const { asShipped } = await import(new URL("rules-layout.js", modules));
  const { sources } = await readRulesFolder(join(ROOT, "rules"));
  writeFileSync(join(outDir, PARSED_RULES), packRules(sources.map(asShipped)));
}

/** Two renames, so that dist/ is missing for no longer than the time between them. */
function replaceDist(built) {
  const old = join(ROOT, `dist.${process.pid}.old`);
  if (existsSync(DIST)) renameSync(DIST, old);
  renameSync(built, DIST);
  rmSync(old, { recursive: true, force: true });
}
