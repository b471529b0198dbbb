import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { normalizeLines } from "./normalize-lines.ts";
import { PULL_CONNECTORS } from "./pull-connectors.ts";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PEM = privateKey.export({ type: "pkcs8", format: "pem" }).toString().trim();

it.each([
  ["as it was written", PEM],
  ["with the line ends of Windows", PEM.replaceAll("\n", "\r\n")],
  ["with the line ends of an old Mac", PEM.replaceAll("\n", "\r")],
  ["with line breaks written as \\n, as in an environment variable", PEM.replaceAll("\n", "\\n")],
  ["with line breaks written as \\r\\n", PEM.replaceAll("\n", "\\r\\n")],
  ["in one line with blanks, as a field of one line leaves it", PEM.replaceAll("\n", " ")],
  ["in one line without blanks", PEM.replaceAll("\n", "")],
  ["indented, as in a YAML file", PEM.replaceAll("\n", "\n    ")],
  ["with a line break at the end", `${PEM}\n`],
])("a private key in PEM %s is the key", (_how, text) => {
  expect(normalizeLines(text)).toBe(PEM);
});

it.each(["pkcs1", "pkcs8"] as const)("a key in %s is readable between quotes and comments", (type) => {
  const pem = privateKey.export({ type, format: "pem" }).toString();
  const text = normalizeLines(`"# key of the service app ${pem.replaceAll("\n", "\\n")}"`);
  expect(createPrivateKey(text).equals(privateKey)).toBe(true);
});

it("a JSON web key keeps the escapes in it", () => {
  const jwk = '{"kty":"RSA",\r\n"kid":"a\\nb"}';
  expect(normalizeLines(jwk)).toBe('{"kty":"RSA",\n"kid":"a\\nb"}');
});

it("an encrypted key with headers keeps its lines", () => {
  const text =
    "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: X\n\nMIIE\n-----END RSA PRIVATE KEY-----";
  expect(normalizeLines(text)).toBe(text);
});

it("every setting that takes PEM is declared to have several lines", () => {
  const settings = PULL_CONNECTORS.flatMap((connector) => Object.values(connector.settings));
  const keys = settings.filter(({ meaning }) => /\bPEM\b|\bcertificate\b/.test(meaning));
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter(({ isMultiline }) => !isMultiline)).toEqual([]);
});
