import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { acceptInvitation, inviteMember, inviteOperator } from "../../src/actions/accounts/invite-member.ts";
import { resetAccount, resetPassword } from "../../src/actions/accounts/reset-account.ts";
import { INSTALLATION_ID } from "../../src/model/installation.ts";
import type { Role } from "../../src/model/role.ts";
import { newId } from "../../src/runtime/ids.ts";
import { setIdentity } from "../../src/store/accounts/accounts.ts";
import { listMembers } from "../../src/store/accounts/memberships.ts";
import { readAuditEntries } from "../../src/store/audit/audit-entries.ts";
import { startTestService, type TestDomain, type TestReply, type TestService } from "../support/service.ts";
import { accountContext, Browser, givenMember, TEST_PASSWORD } from "../support/signed-in.ts";

let service: TestService;
let mine: TestDomain;
let theirs: TestDomain;
let me: Browser;
let them: Browser;
beforeAll(async () => {
  service = await startTestService();
  mine = await service.givenDomain();
  theirs = await service.givenDomain();
});
beforeEach(async () => {
  me = await givenMember(service, mine, "owner");
  them = await givenMember(service, theirs, "owner");
});
afterAll(() => service.stop());

const newEmail = () => `${newId()}@northwind.example`;

const invite = (browser: Browser, { domainId }: TestDomain, email: string, role: Role = "analyst") =>
  browser.ask(`/domains/${domainId}/members`, { method: "POST", payload: { email, role } });

const join = (code: unknown) =>
  new Browser(service).ask("/invitation", { method: "POST", payload: { code: String(code), password: TEST_PASSWORD } });

const codeOf = ({ body }: TestReply) => String(body["invitation_code"]);
const rolesIn = async ({ db }: TestDomain) =>
  new Map((await listMembers(db)).map(({ accountId, role }) => [accountId, role]));

const expectTaken = ({ status, body }: TestReply) =>
  expect([status, body["error"], body["invitation_code"]]).toEqual([409, "account_exists", undefined]);

describe("an owner of one domain", () => {
  it("invites a new person, and gets another code as long as that person has not joined", async () => {
    const email = newEmail();
    const first = codeOf(await invite(me, mine, email));
    const second = codeOf(await invite(me, mine, email.toUpperCase(), "viewer"));
    expect((await join(first)).status).toBe(401);
    expect((await join(second)).body).toMatchObject({ domains: [{ domain_id: mine.domainId, role: "viewer" }] });
    expect((await join(second)).status).toBe(401);
    expect((await invite(me, mine, email, "admin")).body).toMatchObject({ invitation_code: null });
  });

  it("never gets a code of an operator who has not joined yet", async () => {
    const email = newEmail();
    const { code } = await inviteOperator(accountContext(service), { email });
    expectTaken(await invite(me, mine, email));
    expect((await join(code)).body).toMatchObject({ account: { email, is_operator: true } });
  });

  it("never gets a code of somebody whom another domain has invited", async () => {
    const email = newEmail();
    const code = codeOf(await invite(them, theirs, email, "owner"));
    expectTaken(await invite(me, mine, email));
    expect((await join(code)).body).toMatchObject({ domains: [{ domain_id: theirs.domainId, role: "owner" }] });
  });

  it("never gets a code of a member of another domain whose password an operator has reset", async () => {
    const email = newEmail();
    const invited = await invite(them, theirs, email, "admin");
    await join(codeOf(invited));
    await resetAccount(accountContext(service), String(invited.body["account_id"]));
    expectTaken(await invite(me, mine, email));
  });

  it("does not add an account that others may have joined under a foreign address", async () => {
    const email = newEmail();
    const { accountId } = await inviteMember(
      accountContext(service),
      { domainId: theirs.domainId, email, role: "viewer" },
      "owner",
    );
    await join(codeOf(await invite(them, theirs, email)));
    expectTaken(await invite(me, mine, email, "owner"));
    await them.ask(`/domains/${theirs.domainId}/members/${accountId}`, { method: "DELETE" });
    expectTaken(await invite(me, mine, email, "owner"));
    expect((await rolesIn(mine)).has(accountId)).toBe(false);
  });

  it("does not add an account that an identity has joined with a code, whoever has that identity", async () => {
    const email = newEmail();
    const invited = await invite(them, theirs, email);
    const identity = { issuer: "https://id.northwind.example", subject: newId() };
    await setIdentity(service.database.forDomain(INSTALLATION_ID), String(invited.body["account_id"]), identity);
    expectTaken(await invite(me, mine, email, "owner"));
  });

  it("ends the code that another domain gave out earlier and kept", async () => {
    const email = newEmail();
    const planted = await invite(them, theirs, email);
    await them.ask(`/domains/${theirs.domainId}/members/${planted.body["account_id"]}`, { method: "DELETE" });
    const fresh = codeOf(await invite(me, mine, email, "owner"));
    expect((await join(codeOf(planted))).status).toBe(401);
    expect((await join(fresh)).status).toBe(200);
  });

  it("of two who invite the same new person at once, one gets a code that works and the other a refusal", async () => {
    for (let round = 0; round < 8; round++) {
      const email = newEmail();
      const replies = await Promise.all([invite(me, mine, email, "owner"), invite(them, theirs, email, "owner")]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [given, refused] = replies[0].status === 200 ? replies : replies.toReversed();
      expectTaken(refused as TestReply);
      expect((await join(codeOf(given as TestReply))).body["domains"]).toHaveLength(1);
      const accountId = String((given as TestReply).body["account_id"]);
      const roles = [(await rolesIn(mine)).get(accountId), (await rolesIn(theirs)).get(accountId)];
      expect(roles.filter((role) => role === "owner")).toHaveLength(1);
    }
  });

  it("who invites a new person twice at once gets one code that works", async () => {
    const email = newEmail();
    const replies = await Promise.all([1, 2, 3].map(() => invite(me, mine, email)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const statuses = [];
    for (const reply of replies) statuses.push((await join(codeOf(reply))).status);
    expect(statuses.sort()).toEqual([200, 401, 401]);
  });

  it("is refused without leaving an account or a membership behind", async () => {
    const email = newEmail();
    const last = await givenMember(service, await service.givenDomain(), "viewer");
    const { account } = (await last.ask("/session")).body as unknown as { account: { email: string } };
    expectTaken(await invite(me, mine, account.email, "owner"));
    expect((await me.ask(`/domains/${mine.domainId}/members`)).text).not.toContain(account.email);
    expect((await invite(me, mine, `${email}@`, "owner")).status).toBe(400);
  });
});

describe("an invitation", () => {
  it("does not replace a password: not one that was set meanwhile, and not twice", async () => {
    const ctx = accountContext(service);
    const email = newEmail();
    const invited = await invite(me, mine, email);
    await resetPassword(ctx, String(invited.body["account_id"]), "a sentence of the operator");
    expect((await join(codeOf(invited))).status).toBe(401);
    const other = codeOf(await invite(me, mine, newEmail()));
    const results = await Promise.allSettled(
      [1, 2].map((n) => acceptInvitation(ctx, other, `${TEST_PASSWORD} ${n}`, null)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("is refused for an address with invisible characters, and a name is stored without them", async () => {
    for (const hidden of ["\u200b", "\u202e", "\u00ad", "\ufeff"]) {
      const reply = await invite(me, mine, `maya${hidden}@northwind.example`);
      expect([reply.status, reply.body["field"]]).toEqual([400, "email"]);
    }
    const code = codeOf(await invite(me, mine, newEmail()));
    const payload = { code, password: TEST_PASSWORD, name: "Maya\u202e\u200b  Ito\u0007" };
    const joined = await new Browser(service).ask("/invitation", { method: "POST", payload });
    expect(joined.body).toMatchObject({ account: { name: "Maya Ito" } });
  });

  it("is recorded each time a code is issued, without the code", async () => {
    const email = newEmail();
    const invited = await invite(me, mine, email);
    const again = await invite(me, mine, email);
    const entries = [];
    for await (const entry of readAuditEntries(service.database.forDomain(INSTALLATION_ID))) entries.push(entry);
    const own = entries.filter(({ target }) => target.id === invited.body["account_id"]);
    expect(own.map(({ action }) => action)).toEqual(["account.create", "account.invite", "account.invite"]);
    for (const reply of [invited, again]) expect(JSON.stringify(own)).not.toContain(codeOf(reply));
  });
});
