import { storableText } from "../../../../model/text/storable-text.ts";

/** The longest command line and the longest encoded text in it that are read. */
const MAX_COMMAND = 65_536;
const MAX_ENCODED = 32_768;
/** An encoded command may start another one. */
const MAX_DEPTH = 3;
const MAX_PARTS = 8;

/** The parameter for an encoded command, in any of its abbreviations and with any of the accepted dashes. */
const PARAMETER = /(?:^|\s)[-/\u2013\u2014\u2015]e(?:c|n[a-z]{0,13})?\s+["']?([A-Za-z0-9+/]{16,}={0,2})/gi;
const CALL = /frombase64string\s{0,20}\(\s{0,20}["']([A-Za-z0-9+/]{16,}={0,2})/gi;

/**
 * Returns what the encoded parts of a command line mean, each on a line of its own: the parameter of PowerShell in UTF-16, and
 * texts that the command decodes itself. Null if there is none, or none of them is text.
 */
export function decodeCommand(command: string): string | null {
  const found: string[] = [];
  let texts = [command.slice(0, MAX_COMMAND)];
  for (let depth = 0; depth < MAX_DEPTH && texts.length > 0; depth += 1) {
    texts = texts.flatMap(encodedIn).flatMap((encoded) => textOf(encoded) ?? []);
    for (const text of texts) if (found.length < MAX_PARTS) found.push(text);
  }
  return found.length === 0 ? null : found.join("\n");
}

const encodedIn = (text: string): readonly string[] =>
  [PARAMETER, CALL]
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, encoded = ""]) => encoded.slice(0, MAX_ENCODED)))
    .slice(0, MAX_PARTS);

function textOf(encoded: string): string | null {
  const bytes = Buffer.from(encoded, "base64");
  const text = [bytes.toString("utf16le"), bytes.toString("utf8")].find(isReadable);
  return text === undefined ? null : storableText(text);
}

const SAMPLE = 400;

/** Text in the wrong encoding consists of control characters and of rare letters. */
function isReadable(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  const plain = sample.replace(/[^\t\n\r\x20-\x7e]/g, "");
  return sample.length >= 4 && plain.length >= 0.9 * sample.length;
}
