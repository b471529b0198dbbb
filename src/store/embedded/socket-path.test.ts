import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prepareSocketFolder, socketPath } from "./socket-path.ts";

let folder: string;
let longPath: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ppt-"));
  longPath = join(folder, "x".repeat(120));
  mkdirSync(longPath);
  // The socket of a long path is then in a folder of this test, not in one that a running service may use.
  vi.stubEnv("TMPDIR", folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("the socket is in the data folder when its path is short enough", () => {
  expect(socketPath(folder)).toBe(join(folder, "parapet.sock"));
});

test("a data folder with a long path has a short socket path of its own, the same under every name of the folder", () => {
  symlinkSync(longPath, join(folder, "link"));
  const path = socketPath(longPath);
  expect(Buffer.byteLength(path)).toBeLessThanOrEqual(94);
  expect(dirname(dirname(path))).toBe(folder);
  expect(socketPath(join(folder, "link"))).toBe(path);
  expect(socketPath(`${folder}/./link/`)).toBe(path);
  expect(socketPath(join(folder, "y".repeat(120)))).not.toBe(path);
});

test("the folder of a short socket path is created for its owner only", () => {
  const path = socketPath(longPath);
  prepareSocketFolder(longPath, path);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect(() => prepareSocketFolder(longPath, path)).not.toThrow();
});

test.each([0o770, 0o707, 0o777])("a socket folder that other users can use (mode %o) is rejected", (mode) => {
  const path = socketPath(longPath);
  mkdirSync(dirname(path));
  chmodSync(dirname(path), mode);
  expect(() => prepareSocketFolder(longPath, path)).toThrow("only its owner");
});

test("a symbolic link in the place of the socket folder is rejected, even to a private folder", () => {
  const path = socketPath(longPath);
  const target = join(folder, "private");
  mkdirSync(target, { mode: 0o700 });
  symlinkSync(target, dirname(path));
  expect(() => prepareSocketFolder(longPath, path)).toThrow("only its owner");
});
