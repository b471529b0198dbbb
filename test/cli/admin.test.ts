import { afterAll, beforeAll, expect, it } from "vitest";
import { ADMIN_BASE_PATH } from "../../src/contract/admin/admin-endpoint.ts";
import { eventually } from "../support/eventually.ts";
import { createInstallation, type Installation, type Running } from "../support/installation.ts";

const PASSWORD = "an ordinary sentence for tests";
const CODE = /[2-9A-Z]{5}(?:-[2-9A-Z]{5}){4}/;

let installation: Installation;
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

it("serve prints a new set-up code at each start, outside of its log, until there is an administrator", async () => {
  const first = await installation.start(["serve"]);
  await eventually(() => expect(first.stderr()).toMatch(CODE));
  const old = CODE.exec(first.stderr())?.[0] ?? "";
  await stop(first);
  const second = await installation.start(["serve"]);
  await eventually(() => expect(second.stderr()).toMatch(CODE));
  const code = CODE.exec(second.stderr())?.[0] ?? "";
  const request = { email: "maya@northwind.example", password: PASSWORD };
  expect((await ask(second, "/set-up", { ...request, code: old })).body).toMatchObject({ error: "invalid_code" });
  expect(await ask(second, "/set-up", { ...request, code })).toMatchObject({ status: 200 });
  expect((await ask(second, "/set-up", { ...request, code })).body).toMatchObject({ error: "invalid_code" });
  await stop(second);
  const third = await installation.start(["serve"]);
  await eventually(() => expect(third.stderr()).toContain("listens on"));
  await stop(third);
  expect(third.stderr()).not.toMatch(CODE);
  for (const { stdout } of [first, second, third]) expect(stdout()).not.toMatch(CODE);
});

it("an invited member joins with the code, which is printed once and works once", async () => {
  const args = ["admin", "create", "--email", "jon@northwind.example", "--domain", "northwind", "--role", "analyst"];
  const plain = await installation.command(args);
  expect([plain.code, plain.stdout.trim()]).toEqual([0, expect.stringMatching(CODE)]);
  const again = await installation.json<{ invitation_code: string; expires_at: string }>(args);
  expect(again.invitation_code).not.toBe(plain.stdout.trim());
  const server = await installation.start(["serve"]);
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
  await stop(server);
});

it("a disabled account and one whose password was reset lose their sessions", async () => {
  const server = await installation.start(["serve"]);
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
  await stop(server);
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

it("an operator can be invited, and is made of an existing account", async () => {
  const created = await installation.json(["admin", "create", "--email", "ana@northwind.example", "--operator"]);
  expect(created).toMatchObject({ invitation_code: expect.stringMatching(CODE) });
  const promoted = await installation.json(["admin", "create", "--email", "jon@northwind.example", "--operator"]);
  expect(promoted).toMatchObject({ invitation_code: null });
  const listed = await installation.json<{ email: string; is_operator: boolean }[]>(["admin", "list"]);
  expect(listed.filter((account) => account.is_operator)).toHaveLength(3);
});

it("somebody who joined on an owner's invitation is promoted only after a confirmation, which names the domains and ends every way in", async () => {
  const server = await installation.start(["serve"]);
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
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toMatch(/only the domain 'northwind' vouches.*--yes/s);
  expect(await ask(server, "/session", undefined, impostor.cookie)).toMatchObject({ status: 200 });
  const { invitation_code: code } = await installation.json<{ invitation_code: string }>([...promote, "--yes"]);
  expect(await ask(server, "/session", undefined, impostor.cookie)).toMatchObject({ status: 401 });
  const joined = await ask(server, "/invitation", { code, password: PASSWORD });
  expect(joined.body).toMatchObject({ account: { email, is_operator: true } });
  await stop(server);
});
