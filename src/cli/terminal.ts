import { terminalJson, terminalText } from "../model/text/terminal-text.ts";
import type { Terminal } from "./command.ts";

/** Where a terminal writes. */
export interface Streams {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Whether standard error is a terminal on which a line can be rewritten. */
  readonly isLive: boolean;
  readonly nowMs: () => number;
  /** Calls a function regularly, without keeping the process alive, until the returned function is called. */
  readonly every: (ms: number, act: () => void) => () => void;
}

/** How often a live line is rewritten when the work reports nothing new. */
const REFRESH_MS = 1_000;
/** How often progress is written as a line of its own, for logs and pipes. */
const LINE_MS = 5_000;
const CLEAR_LINE = "\r\u001b[2K";

/** Creates the terminal of a process. Progress is one live line on a terminal, and otherwise a line every few seconds. */
export function createTerminal(streams: Streams): Terminal {
  const progress = streams.isLive ? createLiveLine(streams) : createProgressLines(streams);
  return {
    out: (text) => {
      progress.interrupt();
      streams.stdout(`${terminalText(text)}\n`);
    },
    data: (text) => {
      progress.interrupt();
      streams.stdout(`${terminalJson(text)}\n`);
    },
    note: (text) => {
      progress.interrupt();
      streams.stderr(`${terminalText(text)}\n`);
    },
    progress: (text) => progress.show(terminalText(text)),
  };
}

interface ProgressDisplay {
  /** Shows a text with the time since the display began; an empty text ends it. */
  readonly show: (text: string) => void;
  /** Makes room for a line of output. */
  readonly interrupt: () => void;
}

function createLiveLine({ stderr, nowMs, every }: Streams): ProgressDisplay {
  let current: { text: string; readonly startedAt: number; readonly stop: () => void } | undefined;
  const draw = (): void => {
    if (current) stderr(`${CLEAR_LINE}${current.text}${elapsed(nowMs() - current.startedAt)}`);
  };
  return {
    show: (text) => {
      if (text === "") {
        if (current) stderr(CLEAR_LINE);
        current?.stop();
        current = undefined;
        return;
      }
      if (current) current.text = text;
      else current = { text, startedAt: nowMs(), stop: every(REFRESH_MS, draw) };
      draw();
    },
    interrupt: () => {
      if (current) stderr(CLEAR_LINE);
    },
  };
}

function createProgressLines({ stderr, nowMs, every }: Streams): ProgressDisplay {
  let current: { text: string; readonly startedAt: number; readonly stop: () => void } | undefined;
  const print = (): void => {
    if (current) stderr(`${current.text}${elapsed(nowMs() - current.startedAt)}\n`);
  };
  return {
    show: (text) => {
      if (text === "") {
        current?.stop();
        current = undefined;
      } else if (current) current.text = text;
      else current = { text, startedAt: nowMs(), stop: every(LINE_MS, print) };
    },
    interrupt: () => undefined,
  };
}

function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return seconds < 2 ? "" : ` (${seconds} s)`;
}
