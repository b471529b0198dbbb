import { expect, test } from "vitest";
import { createTerminal } from "./terminal.ts";

/** A terminal with a clock that the test moves. */
function givenTerminal(isLive: boolean) {
  const written: string[] = [];
  let now = 0;
  const timers = new Set<{ readonly ms: number; readonly act: () => void; due: number }>();
  const terminal = createTerminal({
    stdout: (text) => written.push(`out:${text}`),
    stderr: (text) => written.push(text),
    isLive,
    nowMs: () => now,
    every: (ms, act) => {
      const timer = { ms, act, due: now + ms };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  const pass = (ms: number): void => {
    for (const end = now + ms; now < end; now++) {
      for (const timer of timers) {
        if (now < timer.due) continue;
        timer.due += timer.ms;
        timer.act();
      }
    }
  };
  return { terminal, written, pass, timers };
}

test("on a terminal, progress is one line that is rewritten, counts the seconds and leaves nothing behind", () => {
  const { terminal, written, pass, timers } = givenTerminal(true);
  terminal.progress("1 row");
  pass(2_500);
  terminal.progress("2 rows");
  terminal.progress("");
  expect(written).toEqual(["1 row", "1 row", "1 row (2 s)", "2 rows (2 s)", ""].map((text) => `\r\u001b[2K${text}`));
  expect(timers.size).toBe(0);
});

test("a line of output replaces the live line instead of being appended to it", () => {
  const { terminal, written } = givenTerminal(true);
  terminal.progress("1 row");
  terminal.note("careful");
  terminal.out("result");
  expect(written).toEqual(["\r\u001b[2K1 row", "\r\u001b[2K", "careful\n", "\r\u001b[2K", "out:result\n"]);
});

test("without a terminal, work of a few seconds writes no progress, and long work a line every 5 s", () => {
  const { terminal, written, pass, timers } = givenTerminal(false);
  terminal.progress("quick");
  pass(4_000);
  terminal.progress("");
  expect(written).toEqual([]);
  terminal.progress("1 row");
  pass(5_001);
  terminal.progress("2 rows");
  terminal.progress("3 rows");
  pass(5_000);
  terminal.progress("");
  expect(written).toEqual(["1 row (5 s)\n", "3 rows (10 s)\n"]);
  expect(timers.size).toBe(0);
});

test("text from rows, files and arguments cannot control the terminal, and JSON for programs keeps its value", () => {
  const hostile = "a\u001b[2Jb\u009bc\u202ed\u2066e\u007f\nOK  all is well\rf";
  const shown = "a\ufffd[2Jb\ufffdc\ufffdd\ufffde\ufffd OK  all is well f";
  const { terminal, written } = givenTerminal(true);
  terminal.out(hostile);
  terminal.note(hostile);
  terminal.progress(hostile);
  terminal.progress("");
  terminal.data(JSON.stringify(hostile));
  const json = String.raw`"a\u001b[2Jb\u009bc\u202ed\u2066e\u007f\nOK  all is well\rf"`;
  expect(written).toEqual([`out:${shown}\n`, `${shown}\n`, `\r\u001b[2K${shown}`, "\r\u001b[2K", `out:${json}\n`]);
});

test("letters of every script and emoji are shown as they are", () => {
  const { terminal, written } = givenTerminal(false);
  terminal.note("Zoë 東京 العربية 👩‍💻");
  expect(written).toEqual(["Zoë 東京 العربية 👩‍💻\n"]);
});
