import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { demoteOperator } from "../../src/actions/accounts/demote-operator.ts";
import { disableAccount } from "../../src/actions/accounts/disable-account.ts";
import { inviteOperator } from "../../src/actions/accounts/invite-member.ts";
import { INSTALLATION_ID } from "../../src/model/installation.ts";
import { newId } from "../../src/runtime/ids.ts";
import { listAccounts } from "../../src/store/accounts/accounts.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { accountContext, givenAccount } from "../support/signed-in.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database
    .forDomain(INSTALLATION_ID)
    .execute("update accounts set is_operator = false where domain_id = $1");
});

const operators = async () =>
  (await listAccounts(service.database.forDomain(INSTALLATION_ID))).filter(
    ({ isOperator, disabledAt }) => isOperator && disabledAt === null,
  );
const given = async () => (await givenAccount(service, true)).accountId;

it("of two operators who are demoted or disabled at once, the last one remains", async () => {
  const ctx = accountContext(service);
  for (const [first, second] of [
    [demoteOperator, demoteOperator],
    [demoteOperator, disableAccount],
    [disableAccount, disableAccount],
  ] as const) {
    const [left, right] = [await given(), await given()];
    const ended = await Promise.allSettled([first(ctx, left), second(ctx, right)]);
    expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(ended.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "last_owner" } });
    const [remaining] = await operators();
    expect([left, right]).toContain(remaining?.accountId);
    const other = await given();
    await demoteOperator(ctx, remaining?.accountId ?? "");
    await service.database
      .forDomain(INSTALLATION_ID)
      .execute("update accounts set is_operator = false where domain_id = $1 and account_id = $2", [other]);
  }
});

it("an operator who has not joined does not count as one who can sign in, and can be demoted", async () => {
  const ctx = accountContext(service);
  const joined = await given();
  const invited = await inviteOperator(ctx, { email: `${newId()}@northwind.example` });
  for (const end of [demoteOperator, disableAccount]) {
    await expect(end(ctx, joined)).rejects.toThrow(/the last operator who can sign in/);
  }
  await demoteOperator(ctx, invited.accountId);
  expect((await operators()).map(({ accountId }) => accountId)).toEqual([joined]);
});
