import { changePassword } from "../actions/accounts/change-password.ts";
import { beginTotp, completeTotp, removeTotp } from "../actions/accounts/enroll-totp.ts";
import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { answerOf } from "../http/answer.ts";
import { type AdminParts, accountContext, DONE, type MountAdmin } from "./admin-plane.ts";

/** Mounts what people change about their own account. */
export function mountAccount(parts: AdminParts, mount: MountAdmin): void {
  mount(at.changePassword, async (caller, { body }) => {
    const { account, session } = caller;
    const credentials = { email: account.email, password: body.password, code: body.code };
    await changePassword(accountContext(parts, caller), credentials, body.new_password, session.sessionId);
    return answerOf(DONE);
  });

  mount(at.beginTotp, async (caller) =>
    answerOf(JSON.stringify(await beginTotp(accountContext(parts, caller), caller.account.accountId))),
  );

  mount(at.confirmTotp, async (caller, { body }) => {
    const codes = await completeTotp(accountContext(parts, caller), caller.account.accountId, body.code);
    return answerOf(JSON.stringify({ recovery_codes: codes }));
  });

  mount(at.removeTotp, async (caller) => {
    await removeTotp(accountContext(parts, caller), caller.account.accountId);
    return answerOf(DONE);
  });
}
