// Compiles src/ to dist/ and copies what the compiler leaves behind: migrations and page assets.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
rmSync(at("dist"), { recursive: true, force: true });
const compiled = spawnSync(process.execPath, [at("node_modules/typescript/bin/tsc"), "-p", at("tsconfig.build.json")], {
  stdio: "inherit",
});
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
cpSync(at("src"), at("dist"), {
  recursive: true,
  filter: (source) => !/\.tsx?$/.test(source),
});
chmodSync(at("dist/main.js"), 0o755);
