import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { createInstallation, type Installation, type Running } from "../support/installation.ts";

let installation: Installation;
let server: Running;
/** Of northwind. */
let key: string;
beforeAll(async () => {
  installation = await createInstallation({ migrated: true });
  server = await installation.start(["serve"]);
  key = await givenDomain("northwind");
});
afterAll(() => installation.remove());

const words = (line: string): readonly string[] => line.split(" ");
const run = (line: string) => installation.command(words(line));

async function givenDomain(name: string): Promise<string> {
  await installation.json(words(`domain create ${name}`));
  return (await installation.json<{ key: string }>(words(`key create --domain ${name}`))).key;
}

async function ask(key: string): Promise<readonly [number, string | undefined]> {
  const reply = await fetch(`${server.address}${BASE_PATH}/whoami`, { headers: { "x-api-key": key } });
  return [reply.status, ((await reply.json()) as { error?: string }).error];
}

describe("domain set", () => {
  it("switches the external API off and on, effective with the next request of a running server", async () => {
    expect(await ask(key)).toEqual([200, undefined]);
    await run("domain set northwind --external-api off");
    expect(await ask(key)).toEqual([403, "external_api_disabled"]);
    await run("domain set northwind --external-api on");
    expect(await ask(key)).toEqual([200, undefined]);
  });

  it("limits the addresses and lifts the limit, effective with the next request", async () => {
    const key = await givenDomain("contoso");
    expect(await ask(key)).toEqual([200, undefined]);
    await run("domain set contoso --allow-address 10.0.0.0/8,2001:db8::/32");
    expect(await ask(key)).toEqual([403, "ip_not_allowed"]);
    await run("domain set contoso --allow-address 127.0.0.0/8");
    expect(await ask(key)).toEqual([200, undefined]);
    await run("domain set contoso --allow-address 10.1.2.3");
    expect(await ask(key)).toEqual([403, "ip_not_allowed"]);
    expect((await run("domain show contoso")).stdout).toContain("allowed_addresses: 10.1.2.3\n");
    await run("domain set contoso --any-address");
    expect(await ask(key)).toEqual([200, undefined]);
  });

  it("with the values that are set reports that nothing changed, and writes no audit entry", async () => {
    const count = async () =>
      (await installation.json<{ entries: unknown[] }>(words("audit list --domain northwind --limit 1000"))).entries
        .length;
    await run("domain set northwind --external-api on --any-address");
    const before = await count();
    const { code, stderr } = await run("domain set northwind --external-api on --any-address");
    expect([code, stderr]).toEqual([0, "Domain 'northwind' is unchanged: it has these values already.\n"]);
    expect(await count()).toBe(before);
  });

  it("forbids keys that never expire", async () => {
    await givenDomain("wingtip");
    await run("domain set wingtip --never-expiring-keys off");
    const { code, stderr } = await run("key create --domain wingtip --expires never");
    expect([code, stderr]).toEqual([1, expect.stringContaining("give an expiry")]);
  });

  it.each([
    ["", "expected --external-api"],
    [" --external-api maybe", "is not on or off"],
    [" --allow-address 10.0.0.0/33", "is not an address or CIDR block"],
    [" --allow-address 10.0.0.1 --any-address", "either --allow-address or --any-address"],
  ])("refuses 'northwind%s' with the remedy", async (options, reason) => {
    const { code, stderr } = await run(`domain set northwind${options}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });
});

describe("domain show", () => {
  it("prints the switches and the number of keys", async () => {
    expect(await installation.json(words("domain show northwind"))).toMatchObject({
      name: "northwind",
      external_api: "on",
      allowed_addresses: [],
      keys_may_never_expire: true,
      api_keys: 1,
      last_analysis: null,
    });
  });

  it.each([
    ["domain show nortwind", "; did you mean 'northwind'? Otherwise create it with: parapet domain create nortwind"],
    ["key list --domain nortwind", "; did you mean 'northwind'? Otherwise create it with"],
    [
      "domain delete nortwind --yes",
      "; did you mean 'northwind'? Otherwise list the domains with: parapet domain list",
    ],
    ["audit list --domain nortwind", "; did you mean 'northwind'? Otherwise list the domains with"],
    ["domain show zzz", "there is no domain 'zzz'; create it with: parapet domain create zzz"],
  ])("a domain that does not exist is named with its remedy: %s", async (line, remedy) => {
    const { code, stderr } = await run(line);
    expect([code, stderr]).toEqual([1, expect.stringContaining(remedy)]);
  });
});

describe("domain delete", () => {
  it("refuses without a terminal and without --yes, and deletes nothing", async () => {
    const key = await givenDomain("fabrikam");
    const { code, stderr } = await run("domain delete fabrikam");
    expect([code, stderr]).toEqual([2, expect.stringContaining("--yes")]);
    expect(await ask(key)).toEqual([200, undefined]);
  });

  it("refuses a domain that does not exist", async () => {
    const { code, stderr } = await run("domain delete nobody --yes");
    expect([code, stderr]).toEqual([1, expect.stringContaining("parapet domain list")]);
  });

  it("with --yes the key of a running server is refused at once, and the audit log can still be read", async () => {
    const key = await givenDomain("tailspin");
    expect(await ask(key)).toEqual([200, undefined]);
    expect(await installation.json(words("domain delete tailspin --yes"))).toMatchObject({ name: "tailspin" });
    expect(await ask(key)).toEqual([401, "invalid_api_key"]);
    expect((await run("domain list")).stdout).not.toContain("tailspin");
    const { entries } = await installation.json<{ entries: { action: string }[] }>(
      words("audit list --domain tailspin"),
    );
    expect(entries.map(({ action }) => action)).toEqual([
      "domain.purge",
      "domain.delete",
      "api_key.create",
      "domain.create",
    ]);
    await installation.json(words("domain create tailspin"));
    expect(await ask(key)).toEqual([401, "invalid_api_key"]);
  });

  it("the deleted domains are listed with the ids under which their audit logs are read", async () => {
    const { domain_id: id } = await installation.json<{ domain_id: string }>(words("domain create adatum"));
    const { stderr } = await run("domain delete adatum --yes");
    expect(stderr).toContain(`parapet audit list --domain ${id}`);
    await installation.json(words("domain create adatum"));
    const deleted = await installation.json<{ domain_id: string; name: string }[]>(words("domain list --deleted"));
    expect(deleted.filter(({ name }) => name === "adatum")).toEqual([
      { domain_id: id, name: "adatum", created_at: expect.any(String), deleted_at: expect.any(String) },
    ]);
    expect((await run("domain list --deleted")).stdout).toMatch(new RegExp(`^${id}  adatum  deleted 20\\S+Z$`, "m"));
    const actions = async (domain: string) =>
      (await installation.json<{ entries: { action: string }[] }>(words(`audit list --domain ${domain}`))).entries.map(
        ({ action }) => action,
      );
    expect(await actions(id)).toEqual(["domain.purge", "domain.delete", "domain.create"]);
    expect(await actions("adatum")).toEqual(["domain.create"]);
  });

  it("an id that no domain ever had is refused, and the remedy names the deleted domains", async () => {
    const { code, stderr } = await run("audit verify --domain 00000000-0000-4000-8000-000000000000");
    expect([code, stderr]).toEqual([1, expect.stringContaining("domain list --deleted")]);
  });
});
