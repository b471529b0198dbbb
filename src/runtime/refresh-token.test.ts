import { expect, it } from "vitest";
import { newRefreshToken, sessionOfRefreshToken } from "./refresh-token.ts";

const SESSION = "018f2f6e-0000-7000-8000-0000000000b1";
const SECRET = "a secret for tests, thirty-two characters and more";

it("a refresh token names its session to the server that made it, and differs each time", () => {
  const token = newRefreshToken(SECRET, SESSION);
  expect(sessionOfRefreshToken(SECRET, token)).toBe(SESSION);
  expect(newRefreshToken(SECRET, SESSION)).not.toBe(token);
});

it("a token that was changed, made up, or made under another secret names no session", () => {
  const token = newRefreshToken(SECRET, SESSION);
  const [id = "", random = "", signature = ""] = token.split(".");
  const other = "018f2f6e-0000-7000-8000-0000000000b2";
  for (const wrong of [
    "",
    ".",
    "..",
    random,
    `${id}.${random}`,
    `${id}.${random}.`,
    `${other}.${random}.${signature}`,
    `${id}.${[...random].reverse().join("")}.${signature}`,
    `${token}A`,
    newRefreshToken("another secret, of thirty-two characters and more", SESSION),
  ]) {
    expect(sessionOfRefreshToken(SECRET, wrong)).toBeUndefined();
  }
});
