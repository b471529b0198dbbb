import { describe, expect, it } from "vitest";
import { outageOf } from "./outage.ts";

const withCode = (code: string): Error => Object.assign(new Error("from the server"), { code });

describe("an error that a retry may resolve", () => {
  it.each([
    ["08000", true],
    ["08006", true],
    ["08P01", true],
    ["57P01", true],
    ["57P02", true],
    ["57P03", true],
    ["57P04", true],
    ["57P05", true],
    ["25006", true],
    ["25P03", true],
    ["25P04", true],
    ["26000", true],
    ["40001", false],
    ["40003", false],
    ["40P01", false],
    ["53000", false],
    ["53100", false],
    ["53200", false],
    ["53300", false],
    ["53400", false],
    ["55000", false],
    ["55006", false],
    ["55P03", false],
    ["57000", false],
    ["57014", false],
    ["58000", false],
    ["58030", false],
    ["58P01", false],
    ["72000", false],
  ])("SQLSTATE %s is an outage; it loses the connection: %s", (code, losesConnection) => {
    expect(outageOf(withCode(code))).toMatchObject({ losesConnection });
  });

  it.each(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH"])("%s loses the connection", (code) => {
    expect(outageOf(withCode(code))).toMatchObject({ losesConnection: true });
  });

  it.each(["Connection terminated unexpectedly", "Client has encountered a connection error and is not queryable"])(
    "'%s' loses the connection",
    (message) => {
      expect(outageOf(new Error(message))).toMatchObject({ losesConnection: true });
    },
  );
});

describe("an error that a retry does not resolve", () => {
  it.each(["22P02", "23505", "25001", "25P02", "40002", "42501", "42P01", "54000", "55P04", "XX000", "XX001", "XX002"])(
    "SQLSTATE %s is no outage",
    (code) => {
      expect(outageOf(withCode(code))).toBeUndefined();
    },
  );

  it("an error that does not come from the database is no outage", () => {
    expect([outageOf(new TypeError("x is not a function")), outageOf(undefined), outageOf("text")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
