import { setTimeout as sleep } from "node:timers/promises";
import { attackTest } from "./support/attack-test.ts";
import { deliverRows } from "./support/deliver-rows.ts";

/** Pieces that, repeated, make a regular expression or a search restart at every position. */
const RUNS = [" from ", "a", " ", "\\", '"', "<Data Name=", "/", "%", "@", ".", "-", "((((", "0", "é"];
const runOf = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const many = (count: number, row: (number: number) => object): readonly object[] =>
  Array.from({ length: count }, (_, number) => ({
    TimeGenerated: new Date(Date.now() - number).toISOString(),
    ...row(number),
  }));

attackTest("rows that are the worst case for the shipped rules and behaviors", {}, async (target) => {
  const guesses = many(300, (number) => ({
    Computer: `web-${number % 7}`,
    ProcessName: "sshd",
    SyslogMessage: `Failed password for ${runOf(" from 1.2.3.4", 4_000)} ${number}`,
  }));
  await deliverRows(target, "Syslog", guesses);
  const commands = many(28, (number) => ({
    HostName: "db-1",
    ProcessName: number % 2 === 0 ? "sudo" : "audispd",
    SyslogMessage: `COMMAND=/etc/shadow exe="/tmp/ ${runOf(RUNS[number % RUNS.length] ?? "a", 60_000)} ${number}`,
  }));
  await deliverRows(target, "Syslog", commands);
  await sleep(4_000);
});
