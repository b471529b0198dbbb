import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inviteOperator } from "../../src/actions/accounts/invite-member.ts";
import { resetAccount } from "../../src/actions/accounts/reset-account.ts";
import { newId } from "../../src/runtime/ids.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { accountContext, Browser, givenAccount, TEST_PASSWORD } from "../support/signed-in.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Sends what chooses a password. */
type Choose = (password: string) => Promise<{ readonly status: number; readonly body: object }>;

const join = (code: string): Choose => {
  return (password) => new Browser(service).ask("/invitation", { method: "POST", payload: { code, password } });
};

const WAYS: Readonly<Record<string, () => Promise<{ readonly email: string; readonly choose: Choose }>>> = {
  "by accepting an invitation": async () => {
    const email = `${newId()}@northwind.example`;
    const { code } = await inviteOperator(accountContext(service), { email });
    return { email, choose: join(code ?? "") };
  },
  "after a reset": async () => {
    const { accountId, email } = await givenAccount(service);
    return { email, choose: join((await resetAccount(accountContext(service), accountId)).code ?? "") };
  },
  "by changing it": async () => {
    const { email } = await givenAccount(service);
    const browser = new Browser(service);
    await browser.signIn(email);
    const choose: Choose = (password) =>
      browser.ask("/account/password", {
        method: "PUT",
        payload: { password: TEST_PASSWORD, new_password: password },
      });
    return { email, choose };
  },
};

describe.each(Object.keys(WAYS))("a password that is chosen %s", (way) => {
  it("is refused if it is weak, with the field, and can then be chosen better", async () => {
    const { email, choose } = (await WAYS[way]?.()) ?? expect.fail("no such way");
    for (const weak of ["short", "Password2026!", email]) {
      const refused = await choose(weak);
      expect([weak, refused.status, refused.body]).toMatchObject([
        weak,
        400,
        { error: "invalid_body", field: expect.stringMatching(/password$/) },
      ]);
    }
    expect((await choose("quite another sentence")).status).toBe(200);
  });
});
