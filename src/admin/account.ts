import type { AccountCaller } from "../access/admin-caller.ts";
import { changePassword } from "../actions/accounts/change-password.ts";
import { beginTotp, completeTotp, removeTotp } from "../actions/accounts/enroll-totp.ts";
import { unlinkIdentity } from "../actions/accounts/unlink-identity.ts";
import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { answerOf } from "../http/answer.ts";
import { type AdminParts, accountContext, DONE, type MountAdmin } from "./admin-plane.ts";
import { throttleSignIn } from "./sign-in-throttle.ts";

/** Mounts what people change about their own account. */
export function mountAccount(parts: AdminParts, mount: MountAdmin): void {
  const { limiter, hashing } = parts;
  const ownContext = (caller: AccountCaller) => ({
    ...accountContext(parts, caller),
    sessionId: caller.session.sessionId,
  });

  mount(at.changePassword, async (caller, { body }) => {
    const { account, session, address } = caller;
    const credentials = { email: account.email, password: body.password, code: body.code };
    await throttleSignIn(limiter, address, account.email, () =>
      hashing("passwords", () => changePassword(ownContext(caller), credentials, body.new_password, session.sessionId)),
    );
    return answerOf(DONE);
  });

  mount(at.beginTotp, async (caller) =>
    answerOf(JSON.stringify(await beginTotp(ownContext(caller), caller.account.accountId))),
  );

  mount(at.confirmTotp, async (caller, { body }) => {
    const codes = await throttleSignIn(limiter, caller.address, caller.account.email, () =>
      completeTotp(ownContext(caller), caller.account.accountId, body.code),
    );
    return answerOf(JSON.stringify({ recovery_codes: codes }));
  });

  mount(at.removeTotp, async (caller) => {
    await removeTotp(ownContext(caller), caller.account.accountId);
    return answerOf(DONE);
  });

  mount(at.unlinkIdentity, async (caller, { body }) => {
    const { account, session } = caller;
    await hashing("passwords", () =>
      unlinkIdentity(ownContext(caller), account.accountId, body.new_password, session.sessionId),
    );
    return answerOf(DONE);
  });
}
