import { basename } from "node:path";
import { toAmount } from "../../model/text/amount.ts";

const WIDTH = 24;

/** Returns a function that draws how much of a file has been read; without a size, only the lines. */
export function progressBar(path: string, size: number): (bytes: number, lines: number) => string {
  const name = path === "-" ? "standard input" : basename(path);
  return (bytes, lines) => {
    const counted = toAmount(lines, "line");
    if (size === 0) return `${name}: ${counted}`;
    const share = Math.min(1, bytes / size);
    const done = Math.round(share * WIDTH);
    return `${name} [${"#".repeat(done)}${".".repeat(WIDTH - done)}] ${Math.round(share * 100)} %, ${counted}`;
  };
}
