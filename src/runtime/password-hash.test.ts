import { expect, test } from "vitest";
import { isPassword } from "./is-password.ts";
import { hashPassword } from "./password-hash.ts";

test("a password is stored as an argon2id hash at the least cost that OWASP recommends", async () => {
  expect(await hashPassword("an ordinary sentence")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("a password that is typed in another Unicode form is the same password", async () => {
  const hash = await hashPassword("caf\u00e9 au lait");
  expect(await isPassword("cafe\u0301 au lait", hash)).toBe(true);
  expect(await isPassword("cafe au lait", hash)).toBe(false);
});

test("no password is right for an account without one", async () => {
  expect(await isPassword("no account has this password", null)).toBe(false);
});
