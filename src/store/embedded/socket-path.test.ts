import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareSocketFolder, socketPath } from "./socket-path.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ppt-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the socket is in the data folder when its path is short enough", () => {
  expect(socketPath(folder)).toBe(join(folder, "parapet.sock"));
});

test("a long path gets a short socket of its own, the same under every name of the folder", () => {
  const long = join(folder, "x".repeat(120));
  mkdirSync(long);
  symlinkSync(long, join(folder, "link"));
  const path = socketPath(long);
  expect(Buffer.byteLength(path)).toBeLessThan(100);
  expect(path.startsWith(tmpdir())).toBe(true);
  expect(socketPath(join(folder, "link"))).toBe(path);
  expect(socketPath(`${folder}/./link/`)).toBe(path);
  expect(socketPath(join(folder, "y".repeat(120)))).not.toBe(path);
});

test("a temporary folder that others can use is refused", () => {
  const shared = join(folder, "shared");
  mkdirSync(shared);
  chmodSync(shared, 0o777);
  expect(() => prepareSocketFolder(join(folder, "data"), join(shared, "a.sock"))).toThrow("only its owner");
  chmodSync(shared, 0o700);
  expect(() => prepareSocketFolder(join(folder, "data"), join(shared, "a.sock"))).not.toThrow();
  expect(dirname(join(shared, "a.sock"))).toBe(shared);
});
