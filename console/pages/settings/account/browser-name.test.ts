import { expect, it } from "vitest";
import { browserOf } from "./browser-name.ts";

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

it.each([
  [`Mozilla/5.0 (Windows NT 10.0) ${CHROME} Edg/140.0`, "Edge on Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} OPR/120.0`, "Opera on Linux"],
  [`Mozilla/5.0 (Linux; Android 15) ${CHROME}`, "Chrome on Android"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on macOS"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari on iPhone"],
  ["Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari on iPad"],
  ["Firefox/1", "Firefox"],
  ["curl/8.0", "curl/8.0"],
  [null, null],
])("the browser of %s is: %s", (userAgent, name) => {
  expect(browserOf(userAgent)).toBe(name);
});
