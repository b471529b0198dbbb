import { describe, expect, it, test } from "vitest";
import { COMMON_PASSWORDS } from "../../../test/support/common-passwords.ts";
import { numbersFrom } from "../seeded-random.ts";
import { commonWords } from "./common-words.ts";
import { passwordProblem } from "./password-problem.ts";
import { PHRASES } from "./password-words.ts";

const OWNER = { email: "maya.ito@northwind.example", name: "Maya Ito" };
const problemOf = (password: string) => passwordProblem(password, OWNER);

describe("a password is refused", () => {
  it("if it is a common one, of which the test has hundreds", () => {
    expect(COMMON_PASSWORDS.length).toBeGreaterThan(600);
    expect(COMMON_PASSWORDS.filter((password) => problemOf(password) === undefined)).toEqual([]);
  });

  test.each([
    ["too short", "Xk3$vQz9", "must have at least 12 characters"],
    ["too long", "ab3-".repeat(65), "must have at most 256 characters"],
    ["of few different characters", "aaaabbbbccccaaaa", "must have at least 5 different characters"],
    ["a word twice", "passwordpassword", "must not repeat"],
    ["a short random text three times", "x7Kp2x7Kp2x7Kp2", "must not repeat"],
    ["digits in order", "123456789012", "must not be made of sequences"],
    ["letters in order", "abcdefghijkl", "must not be made of sequences"],
    ["keys in a row", "qwertyuiop[]", "must not be made of sequences"],
    ["keys in columns", "1qaz2wsx3edc", "must not be made of sequences"],
    ["keys in columns, with shift", "!QAZ@WSX#EDC", "must not be made of sequences"],
    ["keys of another country", "qwertzuiopas", "must not be made of sequences"],
    ["two sequences that alternate", "a1b2c3d4e5f6", "must not"],
    ["a sequence there and back", "abcdeffedcba", "must not"],
    ["doubled characters", "aabbccddeeff", "must not"],
    ["a number", "493817264051", "must not be a number"],
    ["a common word with a year", "Password2026!", "must not be a common password"],
    ["a common word spelled with digits", "P@55w0rd!2026", "must not be a common password"],
    ["a common word backwards", "drowssap2026", "must not be a common password"],
    ["a long word", "unbelievable", "must not be a common password"],
    ["a long word that is in no list", "crocodilian12", "must not be a common password"],
    ["a saying", "lord of the rings", "must not be a common password"],
    ["the product", "Parapet-2026!", "must not be made of your name"],
    ["the email address", "maya.ito@northwind.example", "must not be made of your name"],
    ["the mailbox with a year", "maya.ito.2026", "must not be made of your name"],
    ["the name of the person", "MayaIto12345", "must not"],
    ["the organization", "northwind2026!", "must not be made of your name"],
  ])("that is %s: %s", (_what, password, problem) => {
    expect(problemOf(password)).toContain(problem);
  });
});

describe("a known phrase of the lists is refused", () => {
  const phrases = PHRASES.trim()
    .split(/\s+/)
    .filter(({ length }) => length >= 12);

  test.each([" ", "-", ".", ",", "/", "; "])("also with '%s' between its parts", (between) => {
    expect(phrases.length).toBeGreaterThan(50);
    const divided = phrases.map((phrase) => phrase.replace(/(.{4})(?=.)/g, `$1${between}`));
    expect(divided.filter((password) => problemOf(password) === undefined)).toEqual([]);
  });

  test.each([
    "correct horse battery staple",
    "Correct Horse Battery Staple!",
    "correct-horse-battery-staple",
    "correct, horse; battery: staple.",
    "correcthorsebatterystaple",
  ])("such as '%s'", (password) => {
    expect(problemOf(password)).toContain("must not be a common password");
  });
});

describe("a password is accepted", () => {
  test.each([
    "correct yarn battery thimble",
    "an ordinary sentence for tests",
    "quite another sentence",
    "my cat eats blue cheese on fridays",
    "anvil cobalt thimble yarn",
    "kettle-ribbon-saddle-moss",
    "tulipwrenchsodahorn",
    "x7Kp2mQ9vLsd",
    "kq3v8zt1mw7x",
    "Tg&4kP!m9zQw",
    "hjqwpmzxvtbn",
    "mQ7-xT2-zL9-bW4",
    "пять разных слов подряд тут",
  ])("%s", (password) => {
    expect(problemOf(password)).toBeUndefined();
  });

  const random = numbersFrom(24);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const many = (make: () => string) => Array.from({ length: 1_000 }, make);
  const shareRefused = (passwords: readonly string[]) =>
    passwords.filter((password) => problemOf(password) !== undefined).length / passwords.length;

  it("if it is of four random common words", () => {
    const words = [...commonWords().bits.keys()].filter((word) => /^[a-z]{4,8}$/.test(word));
    const phrase = (between: string) => Array.from({ length: 4 }, () => pick(words)).join(between);
    expect(shareRefused(many(() => phrase(" ")))).toBeLessThan(0.005);
    expect(shareRefused(many(() => phrase("")))).toBeLessThan(0.02);
  });

  it.each([
    ["letters and digits", "abcdefghijklmnopqrstuvwxyz0123456789", 0.01],
    ["small and capital letters and digits", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 0.005],
    [
      "letters, digits and symbols",
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&*+-?@^_",
      0.005,
    ],
  ])("if it is of twelve random %s", (_what, characters, most) => {
    const password = () => Array.from({ length: 12 }, () => pick([...characters])).join("");
    expect(shareRefused(many(password))).toBeLessThan(most);
  });
});
