import { describe, expect, test } from "vitest";
import { rowOf } from "../../../../../test/support/rules.ts";
import type { LogTable } from "../../../../model/rows/log-row.ts";
import { RowView } from "../fields/row-view.ts";
import { MappingAllowance } from "./mapping-allowance.ts";
import { parseValue } from "./parse-value.ts";

const read = (value: unknown, fields: Readonly<Record<string, unknown>>, table: LogTable = "Syslog", name = "Field") =>
  parseValue(value, { table, name, allowance: new MappingAllowance() }).reader.read(new RowView(rowOf(fields, table)));

const message = (text: string) => ({ SyslogMessage: text });

describe("the expression of a field", () => {
  test("is a column, a path, or all values of several", () => {
    expect(read("Computer", { Computer: "a" })).toBe("a");
    expect(read("DeviceDetail.deviceId", { DeviceDetail: { deviceId: "d" } }, "SigninLogs")).toBe("d");
    expect(read(["Computer", "HostName"], { Computer: "a", HostName: "b" })).toEqual(["a", "b"]);
    expect(read(["Computer", "HostName"], { HostName: "b" })).toBe("b");
    expect(read(["Computer", "HostName"], {})).toBeUndefined();
    expect(read(["Computer", "HostName"], { Computer: null })).toBeNull();
    expect(read({ column: "Own_s" }, { Own_s: "x" })).toBe("x");
  });

  test("is the first that has a value, where a dash is none", () => {
    const first = { first: ["Computer", "HostName"] };
    expect(read(first, { Computer: "a", HostName: "b" })).toBe("a");
    expect(read(first, { Computer: "-", HostName: "b" })).toBe("b");
    expect(read(first, { Computer: "", HostName: "b" })).toBe("b");
    expect(read(first, {})).toBeUndefined();
  });

  test("is joined without empty parts, and absent where only fixed texts are left", () => {
    const join = { join: ["Computer", "HostName"], with: "\\" };
    expect(read(join, { Computer: "a", HostName: "b" })).toBe("a\\b");
    expect(read(join, { Computer: "a", HostName: "-" })).toBe("a");
    expect(read(join, {})).toBeUndefined();
    expect(read({ join: [{ text: "/" }, "HostName"] }, { HostName: "b" })).toBe("/b");
    expect(read({ join: [{ text: "/" }, "HostName"] }, {})).toBeUndefined();
  });

  test("is extracted: the first group, or the match", () => {
    expect(read({ from: "SyslogMessage", extract: "USER=(\\w+)" }, message("x USER=root y"))).toBe("root");
    expect(read({ from: "SyslogMessage", extract: "\\d{3}" }, message("code 404"))).toBe("404");
    expect(read({ from: "SyslogMessage", extract: "USER=(\\w+)" }, message("nobody"))).toBeUndefined();
  });

  test("has a prefix replaced, without case and with digits", () => {
    const replace = { from: "Computer", replace: { "\\dev\\disk#\\": "C:\\", "\\reg\\": "HKLM\\" } };
    expect(read(replace, { Computer: "\\Dev\\Disk12\\Windows" })).toBe("C:\\Windows");
    expect(read(replace, { Computer: "\\dev\\disk\\Windows" })).toBe("\\dev\\disk\\Windows");
    expect(read(replace, { Computer: "\\REG\\a\\reg\\" })).toBe("HKLM\\a\\reg\\");
  });

  test("is the value of a pair, decoded where it asks for it", () => {
    expect(read({ from: "SyslogMessage", pair: "exe" }, message('exe="/bin/ls" x=1'))).toBe("/bin/ls");
    expect(read({ from: "SyslogMessage", pair: "b", separator: ";" }, message("a=1;b=2 3"))).toBe("2 3");
    expect(read({ from: "SyslogMessage", pair: "a", hex: true }, message("a=6C73"))).toEqual(["6C73", "ls"]);
    expect(read({ from: "SyslogMessage", pair: "a", hex: true }, message('a="6C73"'))).toBe("6C73");
    expect(read({ from: "SyslogMessage", pair: "pre*" }, message("preName=x"), "Syslog", "Name")).toBe("x");
  });

  test("is the arguments of a program, also long ones in parts", () => {
    const command = { from: "SyslogMessage", arguments: "a" };
    expect(read(command, message('argc=3 a0="ls" a1=2D6C a2="/tmp x"'))).toBe("ls -l /tmp x");
    expect(read(command, message('a0="x" a1[0]="ab" a1[1]="cd"'))).toBe("x abcd");
    expect(read(command, message("no arguments"))).toBeUndefined();
  });

  test("is a value of XML", () => {
    const xml = '<Data Name="Image">/bin/a&amp;b</Data><Data Name="Empty"/>';
    expect(read({ from: "SyslogMessage", data: "Image" }, message(xml))).toBe("/bin/a&b");
    expect(read({ from: "SyslogMessage", data: "*" }, message(xml), "Syslog", "image")).toBe("/bin/a&b");
    expect(read({ from: "SyslogMessage", data: "Missing" }, message(xml))).toBeUndefined();
  });

  test("is translated, and formatted as a number of the registry", () => {
    const map = { from: "Computer", map: { a: "A", "": "" }, otherwise: "other" };
    expect(read(map, { Computer: "A" })).toBe("A");
    expect(read(map, { Computer: "b" })).toBe("other");
    expect(read(map, { Computer: "" })).toBeUndefined();
    expect(read({ from: "Computer", map: { a: "A" } }, { Computer: "b" })).toBe("b");
    expect(read({ from: "Computer", format: "dword" }, { Computer: "16" })).toBe("DWORD (0x00000010)");
    expect(read({ from: "Computer", format: "dword" }, { Computer: "0x1f" })).toBe("DWORD (0x0000001f)");
    expect(read({ from: "Computer", format: "dword" }, { Computer: "text" })).toBeUndefined();
  });

  test("applies to each value of a list", () => {
    const fields = { TargetResources: [{ id: "x-1" }, { id: "y" }, { id: "x-2" }] };
    expect(read({ from: "TargetResources.id", extract: "x-(\\d)" }, fields, "AuditLogs")).toEqual(["1", "2"]);
  });

  test.each([
    [3, "must be a column"],
    [[], "1 to 20"],
    ["Computr", "{ column: Computr }"],
    [{ first: "Computer" }, "a list of"],
    [{ first: ["Computer"], join: ["HostName"] }, "exactly one of"],
    [{ from: "Computer" }, "exactly one of"],
    [{ from: "Computer", pair: "a", extract: "b" }, "exactly one of"],
    [{ from: "Computer", extract: "a", hex: true }, "'hex'"],
    [{ from: "Computer", extract: "(a)\\1" }, "linear time"],
    [{ from: "Computer", map: [1] }, "'map' must be"],
    [{ from: "Computer", replace: "x" }, "'replace' must be"],
    [{ from: "Computer", format: "json" }, "dword"],
    [{ join: ["Computer"], wiht: "x" }, "'wiht'"],
    [{ shell: "rm" }, "exactly one of"],
  ])("that is wrong is refused with what is expected: %j", (value, reason) => {
    expect(() => read(value, {})).toThrow(reason);
  });

  test("cannot be nested without bound", () => {
    const nested = Array.from({ length: 12 }).reduce<unknown>((inner) => ({ first: [inner] }), "Computer");
    expect(() => read(nested, {})).toThrow("nested deeper");
  });

  test("of arguments decodes every one without quotes, whatever it contains", () => {
    const argument = Buffer.from("a\u001bb").toString("hex").toUpperCase();
    expect(read({ from: "SyslogMessage", arguments: "a" }, message(`a0="sh" a1=${argument}`))).toBe("sh a\u001bb");
  });

  test("has no value where the value is mapped to nothing, also by otherwise", () => {
    const value = { from: "Computer", map: { a: "x", b: "" }, otherwise: "" };
    expect(read(value, { Computer: "a" })).toBe("x");
    expect(read(value, { Computer: "b" })).toBeUndefined();
    expect(read(value, { Computer: "c" })).toBeUndefined();
  });

  test("compares and joins texts without the blanks at their end", () => {
    expect(read({ from: "Computer", map: { seclogo: "x" }, otherwise: "y" }, { Computer: "seclogo " })).toBe("x");
    expect(read({ join: ["Computer", "HostName"], with: "/" }, { Computer: "a ", HostName: "b" })).toBe("a/b");
  });
});
