import { describe, expect, test } from "vitest";
import { isMatch, refusalOf, selecting } from "../../../../../test/support/rules.ts";

const matches = (selection: string, fields: Readonly<Record<string, unknown>>) => isMatch(selecting(selection), fields);

describe("a plain value", () => {
  test("matches the whole text without case, and nothing longer", () => {
    expect(matches("AppDisplayName: Azure Portal", { AppDisplayName: "AZURE portal" })).toBe(true);
    expect(matches("AppDisplayName: Azure Portal", { AppDisplayName: "Azure Portal 2" })).toBe(false);
  });

  test("in a list matches when any of them does", () => {
    expect(matches("ResultType: [50057, 50126]", { ResultType: "50126" })).toBe(true);
    expect(matches("ResultType: [50057, 50126]", { ResultType: "50053" })).toBe(false);
  });

  test("that is a number matches the number and its text", () => {
    expect(matches("ResultType: 0", { ResultType: 0 })).toBe(true);
    expect(matches("ResultType: 0", { ResultType: "0" })).toBe(true);
  });

  test("that is a number is compared as it was written", () => {
    expect(matches("ResultType: 0x10", { ResultType: "0x10" })).toBe(true);
    expect(matches("ResultType: 0x10", { ResultType: "16" })).toBe(false);
    expect(matches("ResultType: 007", { ResultType: "007" })).toBe(true);
  });

  test("that is true or false matches either form of it", () => {
    expect(matches("IsInteractive: true", { IsInteractive: true })).toBe(true);
    expect(matches("IsInteractive: true", { IsInteractive: "True" })).toBe(true);
  });

  test("ignores trailing blanks of a value", () => {
    expect(matches("OperationName: Update application", { OperationName: "Update application " })).toBe(true);
    expect(matches("OperationName|endswith: application", { OperationName: "Update application " })).toBe(true);
  });

  test("sees blanks at the end of a value where it compares another part of it", () => {
    expect(matches("Identity|contains: ' -enc '", { Identity: "powershell -enc " })).toBe(true);
    expect(matches("Identity|contains: ' -enc '", { Identity: "powershell -enc" })).toBe(false);
    expect(matches("Identity|startswith: 'a '", { Identity: "a " })).toBe(true);
    expect(matches("Identity|re: 'a $'", { Identity: "a " })).toBe(true);
  });

  test("that is only a blank at the end finds a value that ends with one", () => {
    expect(matches("Identity|endswith: ' '", { Identity: "report.pdf " })).toBe(true);
    expect(matches("Identity|endswith: ' '", { Identity: "report.pdf" })).toBe(false);
    expect(matches("Identity|endswith|cased: ' '", { Identity: "report.pdf" })).toBe(false);
  });

  test("has wildcards for any number of characters and for one", () => {
    expect(matches("Identity: 'adm*n'", { Identity: "administration" })).toBe(true);
    expect(matches("Identity: 'adm?n'", { Identity: "admin" })).toBe(true);
    expect(matches("Identity: 'adm?n'", { Identity: "admiin" })).toBe(false);
    expect(matches("Identity: '*b*a*'", { Identity: "ab" })).toBe(false);
    expect(matches("Identity: 'a?c*e?'", { Identity: "abcdddef" })).toBe(true);
  });

  test("with wildcards runs in linear time on a value that almost matches everywhere", () => {
    const text = "a".repeat(100_000);
    expect(matches(`Identity: '*${"a".repeat(200)}?b*'`, { Identity: text })).toBe(false);
    expect(matches(`Identity: '${"*a".repeat(1_000)}*b'`, { Identity: text })).toBe(false);
    expect(refusalOf(selecting(`Identity: '*${"a".repeat(300)}?b*'`))).toContain("'?'");
  });

  test("treats an escaped wildcard as literal, and a backslash before anything else", () => {
    expect(matches(String.raw`Identity: 'a\*b'`, { Identity: "a*b" })).toBe(true);
    expect(matches(String.raw`Identity: 'a\*b'`, { Identity: "axb" })).toBe(false);
    expect(matches(String.raw`Identity: 'C:\Temp'`, { Identity: String.raw`c:\temp` })).toBe(true);
    expect(matches(String.raw`Identity: 'dir\\*'`, { Identity: String.raw`dir\file` })).toBe(true);
  });

  test.each([null, "", undefined])("of nothing matches a field that is %j", (value) => {
    expect(matches("Identity: null", { Identity: value })).toBe(true);
    expect(matches("Identity: ''", { Identity: value })).toBe(true);
    expect(matches("Identity: null", { Identity: "x" })).toBe(false);
  });
});

describe("contains, startswith and endswith", () => {
  test.each([
    ["contains", "ice", "ALICE B"],
    ["startswith", "ali", "ALICE B"],
    ["endswith", "ce b", "ALICE B"],
  ])("is named by %s", (modifier, value, text) => {
    expect(matches(`Identity|${modifier}: '${value}'`, { Identity: text })).toBe(true);
    expect(matches(`Identity|${modifier}: '${value}'`, { Identity: "another" })).toBe(false);
  });

  test("with 'all' must hold for every value", () => {
    expect(matches("Identity|contains|all: [one, two]", { Identity: "two and one" })).toBe(true);
    expect(matches("Identity|contains|all: [one, two]", { Identity: "only one" })).toBe(false);
  });

  test("match where lower-casing depends on the neighboring letters", () => {
    expect(matches("Identity|contains|cased: ΟΔΟΣ", { Identity: "ΟΔΟΣΑ" })).toBe(true);
  });

  test("with 'cased' is case-sensitive", () => {
    expect(matches("Identity|contains|cased: Ali", { Identity: "Alice" })).toBe(true);
    expect(matches("Identity|contains|cased: Ali", { Identity: "alice" })).toBe(false);
  });
});

describe("neq", () => {
  test("matches a field that has none of the values, or is absent", () => {
    expect(matches("Location|neq: [CH, DE]", { Location: "US" })).toBe(true);
    expect(matches("Location|neq: [CH, DE]", {})).toBe(true);
    expect(matches("Location|neq: [CH, DE]", { Location: "ch" })).toBe(false);
  });
});

describe("re", () => {
  test("searches the value as it is, case-sensitively", () => {
    expect(matches("UserAgent|re: 'curl/[78]\\.\\d+'", { UserAgent: "x curl/8.12" })).toBe(true);
    expect(matches("UserAgent|re: 'curl/[78]'", { UserAgent: "CURL/8" })).toBe(false);
  });

  test("accepts i, m and s for case, lines and the dot", () => {
    expect(matches("UserAgent|re|i: 'curl/[78]'", { UserAgent: "CURL/8" })).toBe(true);
    expect(matches("UserAgent|re|m: '^b$'", { UserAgent: "a\nb" })).toBe(true);
    expect(matches("UserAgent|re|s: 'a.b'", { UserAgent: "a\nb" })).toBe(true);
    expect(matches("UserAgent|re: 'a.b'", { UserAgent: "a\nb" })).toBe(false);
    expect(matches("UserAgent|re: '(?i)CURL'", { UserAgent: "a curl" })).toBe(true);
  });

  test("refuses expressions that cannot run in linear time", () => {
    expect(refusalOf(selecting("UserAgent|re: '(a)\\1'"))).toContain("linear time");
    expect(refusalOf(selecting("UserAgent|re: '(?=a)b'"))).toContain("linear time");
    expect(refusalOf(selecting("UserAgent|re: '(a{1000}){1000}'"))).toContain("2000 instructions");
  });
});

describe("cidr", () => {
  test("matches addresses of a network, with or without a port", () => {
    expect(matches("IPAddress|cidr: 10.0.0.0/8", { IPAddress: "10.200.1.1" })).toBe(true);
    expect(matches("IPAddress|cidr: 10.0.0.0/8", { IPAddress: "10.200.1.1:443" })).toBe(true);
    expect(matches("IPAddress|cidr: 10.0.0.0/8", { IPAddress: "11.0.0.1" })).toBe(false);
    expect(matches("IPAddress|cidr: 10.0.0.0/8", { IPAddress: "::ffff:10.0.0.1" })).toBe(true);
    expect(matches("IPAddress|cidr: [192.0.2.0/25, 'fd00::/9']", { IPAddress: "[fd12::1]:80" })).toBe(true);
    expect(matches("IPAddress|cidr: 192.0.2.0/25", { IPAddress: "192.0.2.128" })).toBe(false);
    expect(matches("IPAddress|cidr: 192.0.2.0/25", { IPAddress: "no address" })).toBe(false);
  });

  test("refuses an invalid network", () => {
    expect(refusalOf(selecting("IPAddress|cidr: 10.0.0.0/33"))).toContain("not an IP address or CIDR range");
    expect(refusalOf(selecting("IPAddress|cidr: somewhere"))).toContain("not an IP address or CIDR range");
  });
});

describe("exists", () => {
  test("tests whether the row has the field, whatever its value", () => {
    expect(matches("Identity|exists: true", { Identity: "" })).toBe(true);
    expect(matches("Identity|exists: true", {})).toBe(false);
    expect(matches("Identity|exists: false", {})).toBe(true);
  });
});

describe("numbers", () => {
  test.each([
    ["lt", 5, 4, 5],
    ["lte", 5, 5, 6],
    ["gt", 5, 6, 5],
    ["gte", 5, 5, 4],
  ])("are compared by %s", (modifier, than, holds, fails) => {
    expect(matches(`DurationMs|${modifier}: ${than}`, { DurationMs: String(holds) })).toBe(true);
    expect(matches(`DurationMs|${modifier}: ${than}`, { DurationMs: fails })).toBe(false);
    expect(matches(`DurationMs|${modifier}: ${than}`, { DurationMs: "" })).toBe(false);
  });
});

describe("parts of a time", () => {
  const at = { CreatedDateTime: "2026-11-15T04:07:09.123Z" };
  test.each([
    ["minute", 7],
    ["hour", 4],
    ["day", 15],
    ["week", 46],
    ["month", 11],
    ["year", 2026],
  ])("are compared by %s", (part, value) => {
    expect(matches(`CreatedDateTime|${part}: ${value}`, at)).toBe(true);
    expect(matches(`CreatedDateTime|${part}: ${value + 1}`, at)).toBe(false);
    expect(matches(`CreatedDateTime|${part}|gte: ${value}`, at)).toBe(true);
  });

  test("count weeks from the one with January 4", () => {
    expect(matches("CreatedDateTime|week: 53", { CreatedDateTime: "2027-01-01T00:00:00Z" })).toBe(true);
    expect(matches("CreatedDateTime|week: 1", { CreatedDateTime: "2024-12-30T00:00:00Z" })).toBe(true);
  });
});

describe("fieldref", () => {
  test("compares two fields of the row", () => {
    expect(matches("HomeTenantId|fieldref: ResourceTenantId", { HomeTenantId: "A", ResourceTenantId: "a" })).toBe(true);
    expect(matches("HomeTenantId|fieldref: ResourceTenantId", { HomeTenantId: "a", ResourceTenantId: "b" })).toBe(
      false,
    );
    expect(matches("HomeTenantId|fieldref: ResourceTenantId", {})).toBe(false);
  });

  test("combines with neq and with contains", () => {
    expect(matches("HomeTenantId|neq|fieldref: ResourceTenantId", { HomeTenantId: "a", ResourceTenantId: "b" })).toBe(
      true,
    );
    expect(matches("Identity|endswith|fieldref: Location", { Identity: "from CH", Location: "ch" })).toBe(true);
  });

  test("may refer to the domain of an address", () => {
    const selection = "AlternateSignInName|endswith|fieldref: UserPrincipalName.@domain";
    expect(matches(selection, { AlternateSignInName: "x@a.example", UserPrincipalName: "y@a.example" })).toBe(true);
    expect(matches(selection, { AlternateSignInName: "x@b.example", UserPrincipalName: "y@a.example" })).toBe(false);
  });
});

describe("encodings", () => {
  test("are base64 of the text, and of its UTF-16 forms", () => {
    expect(matches("Identity|base64|contains: secret", { Identity: `x ${btoa("secret")} y` })).toBe(true);
    expect(matches("Identity|wide|base64|contains: ab", { Identity: btoa("a\0b\0") })).toBe(true);
    expect(matches("Identity|utf16be|base64: ab", { Identity: btoa("\0a\0b") })).toBe(true);
    expect(matches("Identity|utf16|base64: ab", { Identity: btoa("\xff\xfea\0b\0") })).toBe(true);
  });

  test("in base64 are found at any offset", () => {
    for (const before of ["", "x", "xy", "xyz"]) {
      expect(matches("Identity|base64offset|contains: secret", { Identity: btoa(`${before}secret and more`) })).toBe(
        true,
      );
    }
  });

  test("of UTF-16 are refused where no base64 follows", () => {
    expect(refusalOf(selecting("Identity|wide: ab"))).toContain("without base64");
  });

  test("refuse a value with wildcards", () => {
    expect(refusalOf(selecting("Identity|base64: 'a*b'"))).toContain("wildcards");
  });
});

describe("windash", () => {
  test.each(["-", "/", "–", "—", "―"])("takes %s for a dash that starts a word", (dash) => {
    expect(matches("Identity|windash|contains: ' -enc '", { Identity: `tool ${dash}enc abc` })).toBe(true);
  });

  test("leaves a dash inside a word alone", () => {
    expect(matches("Identity|windash|contains: 'a-b'", { Identity: "a/b" })).toBe(false);
  });
});

describe("expand", () => {
  const text = selecting("UserPrincipalName|expand: '%admins%'");
  const options = { placeholders: { admins: ["root@a.example", "ops@a.example"] } };

  test("inserts each of the configured values", () => {
    expect(isMatch(text, { UserPrincipalName: "OPS@a.example" }, "SigninLogs", options)).toBe(true);
    expect(isMatch(text, { UserPrincipalName: "joe@a.example" }, "SigninLogs", options)).toBe(false);
  });

  test("refuses a rule whose placeholder is not configured", () => {
    expect(refusalOf(text)).toContain("'%admins%'");
  });
});

describe("a modifier", () => {
  test("that is unknown is refused by name", () => {
    expect(refusalOf(selecting("Identity|containsall: x"))).toContain("'containsall'");
    expect(refusalOf(selecting("Identity|i: x"))).toContain("'i'");
  });

  test.each([
    "Identity|contains|startswith: x",
    "Identity|re|cidr: x",
    "Identity|contains|re: x",
    "Identity|lt|contains: 5",
    "Identity|base64|cidr: x",
    "Identity|exists|all: true",
    "Identity|hour|contains: 5",
    "Identity|cased|cidr: 10.0.0.0/8",
    "'|exists': true",
    "Identity|lt: many",
    "Identity|exists: maybe",
    "Identity|contains: null",
    "Identity|contains: []",
    "Identity: {nested: 1}",
  ])("that does not fit is refused: %s", (selection) => {
    expect(refusalOf(selecting(selection))).not.toBe("");
  });
});
