import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeSystemError } from "./system-error.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const errorOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error("it worked"),
    (error: Error) => error,
  );

it("a file error is a sentence with the path, a remedy and the code", async () => {
  const missing = join(folder, "none", "file");
  expect(describeSystemError(await errorOf(readFile(missing)))).toBe(
    `'${missing}' does not exist, or its folder does not; check the path (ENOENT)`,
  );
  expect(describeSystemError(await errorOf(open(folder, "wx")))).toMatch(
    /already exists; name another file \(EEXIST\)$/,
  );
});

it("a refused connection names the address and the remedy", async () => {
  const refused = new Promise((resolve, reject) => connect(1, "127.0.0.1", () => resolve(0)).on("error", reject));
  expect(describeSystemError(await errorOf(refused))).toBe(
    "nothing accepts connections at 127.0.0.1:1; check the host and port, and start the server (ECONNREFUSED)",
  );
});

it("an unknown database keeps the words of PostgreSQL and gets a remedy", () => {
  const error = Object.assign(new Error('database "nowhere" does not exist'), { code: "3D000" });
  expect(describeSystemError(error)).toBe(
    'database "nowhere" does not exist; create it first, or check its name in the URL (3D000)',
  );
});

it("any other error is not described", () => {
  expect(describeSystemError(new Error("x"))).toBeUndefined();
  expect(describeSystemError(Object.assign(new Error("x"), { code: "XX000" }))).toBeUndefined();
});
