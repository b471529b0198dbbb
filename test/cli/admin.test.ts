import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_BASE_PATH } from "../../src/contract/admin/admin-endpoint.ts";
import { eventually } from "../support/eventually.ts";
import { createInstallation, type Installation, type Running } from "../support/installation.ts";

const PASSWORD = "an ordinary sentence for tests";
const CODE = /[2-9A-Z]{5}(?:-[2-9A-Z]{5}){4}/;

let installation: Installation;
/** Runs from the end of the first test. */
let server: Running;
beforeAll(async () => {
  installation = await createInstallation({ migrated: true });
  expect(await installation.command(["domain", "create", "northwind"])).toMatchObject({ code: 0 });
});
afterAll(() => installation.remove());

/** Sends a request to the admin API as a browser does; returns its status, body and cookies. */
async function ask({ address }: Running, path: string, body?: object, cookie = "") {
  const reply = await fetch(address + ADMIN_BASE_PATH + path, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", cookie },
    ...(body && { body: JSON.stringify(body) }),
  });
  const cookies = reply.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown>, cookie: cookies.join("; ") };
}

async function stop(server: Running): Promise<void> {
  server.signal("SIGTERM");
  expect(await server.ended).toMatchObject({ code: 0 });
}

describe("accounts, from the first set-up on", { shuffle: false }, () => {
  it("serve prints a new set-up code at each start, outside of its log, until there is an administrator", async () => {
    const first = await installation.start(["serve"]);
    await eventually(() => expect(first.stderr()).toMatch(CODE));
    const old = CODE.exec(first.stderr())?.[0] ?? "";
    await eventually(() => expect(first.stderr()).toContain("The next start of any server on this database replaces"));
    await stop(first);
    const second = await installation.start(["serve"]);
    await eventually(() => expect(second.stderr()).toMatch(CODE));
    const code = CODE.exec(second.stderr())?.[0] ?? "";
    const request = { email: "maya@northwind.example", password: PASSWORD };
    const refused = (await ask(second, "/set-up", { ...request, code: old })).body;
    expect(refused).toMatchObject({
      error: "invalid_code",
      message: expect.stringContaining("the newest code counts"),
    });
    expect(await ask(second, "/set-up", { ...request, code })).toMatchObject({ status: 200 });
    expect((await ask(second, "/set-up", { ...request, code })).body).toMatchObject({ error: "invalid_code" });
    await stop(second);
    const third = await installation.start(["serve"]);
    await eventually(() => expect(third.stderr()).toContain("listens on"));
    server = third;
    expect(third.stderr()).not.toMatch(CODE);
    for (const { stdout } of [first, second, third]) expect(stdout()).not.toMatch(CODE);
  });

  it("an invited member joins with the code, which is printed once and works once", async () => {
    const args = ["admin", "create", "--email", "jon@northwind.example", "--domain", "northwind", "--role", "analyst"];
    const plain = await installation.command(args);
    expect([plain.code, plain.stdout.trim()]).toEqual([0, expect.stringMatching(CODE)]);
    const again = await installation.json<{ invitation_code: string; expires_at: string }>(args);
    expect(again.invitation_code).not.toBe(plain.stdout.trim());
    const accept = (code: string) => ask(server, "/invitation", { code, password: PASSWORD });
    expect((await accept(plain.stdout.trim())).body).toMatchObject({ error: "invalid_code" });
    expect((await accept(again.invitation_code)).body).toMatchObject({
      domains: [{ name: "northwind", role: "analyst" }],
    });
    expect((await accept(again.invitation_code)).body).toMatchObject({ error: "invalid_code" });
    expect(await installation.json(args)).toMatchObject({ invitation_code: null });
    const accounts = await installation.json<object[]>(["admin", "list"]);
    expect(accounts).toMatchObject([
      { email: "jon@northwind.example", state: "active", is_operator: false, roles: { northwind: "analyst" } },
      { email: "maya@northwind.example", state: "active", is_operator: true, roles: {} },
    ]);
  });

  it("a disabled account and one whose password was reset lose their sessions", async () => {
    const signIn = (password: string) => ask(server, "/session", { email: "jon@northwind.example", password });
    const { cookie } = await signIn(PASSWORD);
    expect(await ask(server, "/session", undefined, cookie)).toMatchObject({ status: 200 });
    expect(await installation.command(["admin", "disable", "Jon@northwind.example"])).toMatchObject({ code: 0 });
    expect(await ask(server, "/session", undefined, cookie)).toMatchObject({ status: 401 });
    expect(await signIn(PASSWORD)).toMatchObject({ status: 401 });
    expect(await installation.command(["admin", "enable", "jon@northwind.example"])).toMatchObject({ code: 0 });
    const enabled = await signIn(PASSWORD);
    expect(enabled).toMatchObject({ status: 200 });
    const { invitation_code: code } = await installation.json<{ invitation_code: string }>([
      "admin",
      "reset",
      "jon@northwind.example",
    ]);
    expect(await ask(server, "/session", undefined, enabled.cookie)).toMatchObject({ status: 401 });
    expect(await signIn(PASSWORD)).toMatchObject({ status: 401 });
    const password = "a quite different sentence";
    expect(await ask(server, "/invitation", { code, password })).toMatchObject({ status: 200 });
    expect(await signIn(password)).toMatchObject({ status: 200 });
  });

  it.each([
    [["create", "--email", "nobody", "--operator"], 2, "expected an email address"],
    [["create", "--email", "a@b.example"], 2, "give either --operator or --domain"],
    [["create", "--email", "a@b.example", "--domain", "northwind", "--operator"], 2, "give either"],
    [["create", "--email", "a@b.example", "--operator", "--role", "viewer"], 2, "leave it out"],
    [["create", "--email", "a@b.example", "--domain", "northwind", "--role", "king"], 2, "expected one of owner"],
    [["create", "--email", "a@b.example", "--domain", "northwest"], 1, "northwind"],
    [["disable", "nobody@northwind.example"], 1, "there is no account"],
    [["disable", "maya@northwind.example"], 1, "last operator"],
  ])("admin %j exits with %i and the reason", async (args, code, reason) => {
    const ended = await installation.command(["admin", ...args]);
    expect([ended.code, ended.stdout]).toEqual([code, ""]);
    expect(ended.stderr).toContain(reason);
  });

  it("a new code for a disabled account is printed with the hint that the account has to be enabled first", async () => {
    const [email, password] = ["kim@northwind.example", PASSWORD];
    await installation.command(["admin", "create", "--email", email, "--domain", "northwind"]);
    await installation.command(["admin", "disable", email]);
    const reset = await installation.command(["admin", "reset", email]);
    expect(reset.stderr).toContain(`does not work before you enable it with: parapet admin enable ${email}`);
    const code = reset.stdout.trim();
    expect(await ask(server, "/invitation", { code, password })).toMatchObject({ status: 401 });
    const enabled = await installation.command(["admin", "enable", email]);
    expect([enabled.code, enabled.stderr]).toEqual([0, expect.not.stringContaining("no open invitation")]);
    expect(await ask(server, "/invitation", { code, password })).toMatchObject({ status: 200 });
  });

  it("an account that can be joined with no code is listed without an open invitation, and enabling it names the remedy", async () => {
    const email = "lee@northwind.example";
    const stateOf = async () => {
      const listed = await installation.json<{ email: string }[]>(["admin", "list"]);
      const text = (await installation.command(["admin", "list"])).stdout;
      const line = text.split("\n").find((one) => one.startsWith(email)) ?? "";
      return { ...listed.find((account) => account.email === email), isNamed: line.includes("(no open invitation)") };
    };
    await installation.command(["admin", "create", "--email", email, "--domain", "northwind"]);
    expect(await stateOf()).toMatchObject({ state: "invited", has_open_invitation: true, isNamed: false });
    await installation.command(["admin", "disable", email]);
    expect(await stateOf()).toMatchObject({ state: "disabled", has_open_invitation: false, isNamed: false });
    const enabled = await installation.command(["admin", "enable", email]);
    expect(enabled.stderr).toContain(
      `It has no open invitation. Give the person a new code: parapet admin reset ${email}`,
    );
    expect(await stateOf()).toMatchObject({ state: "invited", has_open_invitation: false, isNamed: true });
  });

  it("a changed role is printed with the role before, and so is that no code is needed", async () => {
    const set = async (role: string) => {
      const args = ["admin", "create", "--email", "jon@northwind.example", "--domain", "northwind", "--role", role];
      return (await installation.command(args)).stderr;
    };
    expect(await set("admin")).toContain(
      "jon@northwind.example is now admin of northwind (was analyst); no code is needed.",
    );
    expect(await set("admin")).toContain("jon@northwind.example is admin of northwind already; no code is needed.");
    await set("analyst");
  });

  it("an operator can be invited, and is made of an existing account", async () => {
    const created = await installation.json(["admin", "create", "--email", "ana@northwind.example", "--operator"]);
    expect(created).toMatchObject({ invitation_code: expect.stringMatching(CODE) });
    const promoted = await installation.json(["admin", "create", "--email", "jon@northwind.example", "--operator"]);
    expect(promoted).toMatchObject({ invitation_code: null });
    const listed = await installation.json<{ email: string; is_operator: boolean }[]>(["admin", "list"]);
    expect(listed.filter((account) => account.is_operator)).toHaveLength(3);
    const { stdout } = await installation.command(["admin", "list"]);
    expect(stdout).toMatch(/^jon@northwind\.example .* operator, analyst of northwind /m);
  });

  it("an operator who is demoted keeps the session and the roles, without the rights of an operator from the next request on", async () => {
    const email = "jon@northwind.example";
    const { cookie, body } = await ask(server, "/session", { email, password: "a quite different sentence" });
    expect(body).toMatchObject({ account: { is_operator: true }, domains: [{ role: "owner" }] });
    expect(await ask(server, "/audit", undefined, cookie)).toMatchObject({ status: 200 });
    const demoted = await installation.command(["admin", "demote", email]);
    expect([demoted.code, demoted.stderr]).toEqual([0, expect.stringContaining("It is analyst of northwind.")]);
    expect(await ask(server, "/audit", undefined, cookie)).toMatchObject({ status: 403 });
    expect((await ask(server, "/session", undefined, cookie)).body).toMatchObject({
      account: { is_operator: false },
      domains: [{ role: "analyst" }],
    });
    const recorded = await installation.command(["audit", "list", "--installation", "--action", "account.operator"]);
    expect(recorded.stdout).toContain('{"is_operator":true} -> {"is_operator":false}');
  });

  it("the last operator who can sign in stays one, and the invitation of an operator who has not joined ends with the right", async () => {
    const refused = await installation.command(["admin", "demote", "maya@northwind.example"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("the last operator who can sign in; the others have not joined yet: ana@");
    expect(await installation.command(["admin", "demote", "ana@northwind.example"])).toMatchObject({ code: 0 });
    const listed = await installation.json<{ email: string }[]>(["admin", "list"]);
    expect(listed.find(({ email }) => email === "ana@northwind.example")).toMatchObject({
      state: "invited",
      has_open_invitation: false,
      is_operator: false,
    });
    const last = await installation.command(["admin", "demote", "maya@northwind.example"]);
    expect([last.code, last.stderr]).toEqual([1, expect.stringContaining("this is the last operator; create another")]);
    const again = await installation.command(["admin", "demote", "ana@northwind.example"]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("not an operator")]);
  });

  it("somebody who joined on an owner's invitation is promoted only after a confirmation, which names the domains and ends every way in", async () => {
    const args = ["admin", "create", "--email", "olga@northwind.example", "--domain", "northwind"];
    const invited = await installation.json<{ invitation_code: string }>(args);
    const owner = await ask(server, "/invitation", { code: invited.invitation_code, password: PASSWORD });
    const [{ domain_id: domainId = "" } = {}] = owner.body["domains"] as { domain_id: string }[];
    const email = "squatted@northwind.example";
    const member = await ask(server, `/domains/${domainId}/members`, { email, role: "viewer" }, owner.cookie);
    const impostor = await ask(server, "/invitation", { code: member.body["invitation_code"], password: PASSWORD });
    expect(impostor.status).toBe(200);
    const listed = await installation.json<{ email: string }[]>(["admin", "list"]);
    expect(listed.filter((account) => [email, "olga@northwind.example"].includes(account.email))).toMatchObject([
      { email: "olga@northwind.example", vouched_by: "operator", vouching_domain: null },
      { email, vouched_by: "domain", vouching_domain: "northwind" },
    ]);
    const promote = ["admin", "create", "--email", email, "--operator"];
    const refused = await installation.command(promote);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(
      /only northwind vouches for the account.*; somebody else may hold it.*To make it an operator.*--yes/s,
    );
    expect(await ask(server, "/session", undefined, impostor.cookie)).toMatchObject({ status: 200 });
    const { invitation_code: code } = await installation.json<{ invitation_code: string }>([...promote, "--yes"]);
    expect(await ask(server, "/session", undefined, impostor.cookie)).toMatchObject({ status: 401 });
    const joined = await ask(server, "/invitation", { code, password: PASSWORD });
    expect(joined.body).toMatchObject({ account: { email, is_operator: true } });
  });
});
