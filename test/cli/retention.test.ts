import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInstallation, type Installation } from "../support/installation.ts";

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation({ migrated: true });
  for (const name of ["northwind", "contoso", "fabrikam"]) await installation.json(["domain", "create", name]);
});
afterAll(() => installation.remove());

const run = (line: string) => installation.command(line.split(" "));
const show = (domain: string) => installation.json(["retention", "show", "--domain", domain]);

describe("retention", () => {
  it("is 90 days for every table unless something else is set", async () => {
    expect(await show("fabrikam")).toEqual({ days: 90, tables: {} });
    expect((await run("retention show --domain fabrikam")).stdout).toBe("days: 90\n");
  });

  it("is set for one table or for all others, and for one domain only", async () => {
    await run("retention set --domain northwind 30");
    expect((await run("retention set --domain northwind --table SigninLogs 180")).stderr).toBe(
      "Rows of SigninLogs are kept for 180 days.\n",
    );
    expect(await show("northwind")).toEqual({ days: 30, tables: { SigninLogs: 180 } });
    expect((await run("retention show --domain northwind")).stdout).toBe("days: 30\nSigninLogs: 180\n");
    expect(await show("contoso")).toEqual({ days: 90, tables: {} });
  });

  it("of a table is taken back with default, and is named while it stays when that of all others changes", async () => {
    const set = (args: string) => run(`retention set --domain contoso ${args}`);
    await set("--table Syslog 7");
    expect((await set("20")).stderr).toBe(
      "Rows are kept for 20 days.\nTables with a value of their own: Syslog (7 days).\n",
    );
    const { stdout, stderr } = await set("--table Syslog default --json");
    expect(JSON.parse(stdout)).toEqual({ table: "Syslog", days: 20, changed: true });
    expect(stderr).toBe("Rows of Syslog are kept for 20 days.\n");
    await set("default");
    expect(await show("contoso")).toEqual({ days: 90, tables: {} });
    expect((await set("default")).stderr).toBe("Rows are kept for 90 days, as before.\n");
  });

  it("that is set already is not recorded again", async () => {
    const count = async () =>
      (await installation.json<{ entries: unknown[] }>(["audit", "list", "--domain", "northwind"])).entries.length;
    await run("retention set --domain northwind 30");
    const before = await count();
    expect((await run("retention set --domain northwind 30")).stderr).toMatch(
      /^Rows are kept for 30 days, as before\.\n/,
    );
    expect(await count()).toBe(before);
  });

  it.each(["0", "-1", "3651", "1.5", "ninety", "1e3"])("of '%s' days is refused with exit code 2", async (days) => {
    const { code, stderr } = await installation.command(["retention", "set", "--domain", "northwind", "--", days]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`DAYS: '${days}' is not a whole number from 1 to 3650, or default`),
    ]);
  });
});
