import type { Account } from "../../model/account.ts";
import { Failure } from "../../model/failure.ts";
import { newReadableCode } from "../../runtime/one-time-secret.ts";
import { newTotpSecret, totpUri } from "../../runtime/totp.ts";
import { addCode, removeCodes } from "../../store/accounts/account-codes.ts";
import { confirmTotp, lockAccount, setTotpSecret } from "../../store/accounts/accounts.ts";
import { type AccountContext, accountTarget, digestOf, runAccountAction, totpSealer } from "./account-context.ts";
import type { ProvingContext } from "./attempt-limits.ts";
import { runWithAppCode } from "./compare-secrets.ts";

const RECOVERY_CODES = 8;

export interface Enrollment {
  readonly secret: string;
  /** What an authenticator app reads from a QR code. */
  readonly uri: string;
}

/** Stores a new TOTP secret for the account. The second factor is asked for once a code of it was entered. */
export function beginTotp(ctx: AccountContext, accountId: string): Promise<Enrollment> {
  return runAccountAction(ctx, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || account.totpConfirmedAt !== null) {
      throw new Failure("invalid_request", "an authenticator app is enrolled already; remove it first");
    }
    const secret = newTotpSecret();
    await setTotpSecret(tx, accountId, totpSealer(ctx).seal(secret, accountId));
    const audit = totpAudit(accountId, stateOf(account), "begun");
    return { result: { secret, uri: totpUri(secret, account.email) }, audit };
  });
}

/** Confirms the device with a code of it; returns recovery codes, each of which replaces a code once. */
export function completeTotp(ctx: ProvingContext, accountId: string, code: string): Promise<readonly string[]> {
  return runWithAppCode(ctx, accountId, code, async (tx, checkCode) => {
    const account = await lockAccount(tx, accountId);
    if (!account?.totpSecret || account.totpConfirmedAt !== null) {
      throw new Failure("invalid_request", "no authenticator app is waiting to be confirmed");
    }
    await checkCode(account);
    const createdAt = ctx.clock();
    await confirmTotp(tx, accountId, createdAt);
    const codes = Array.from({ length: RECOVERY_CODES }, newReadableCode);
    for (const text of codes) {
      await addCode(tx, { digest: digestOf(ctx, text), kind: "recovery", accountId, createdAt, expiresAt: null });
    }
    return { result: codes, audit: totpAudit(accountId, "begun", "enrolled") };
  });
}

/** Removes the TOTP device and its recovery codes. */
export function removeTotp(ctx: AccountContext, accountId: string): Promise<void> {
  return runAccountAction(ctx, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account?.totpSecret) return { result: undefined, audit: "unchanged" };
    await setTotpSecret(tx, accountId, null);
    await removeCodes(tx, "recovery", accountId);
    return { result: undefined, audit: totpAudit(accountId, stateOf(account), "none") };
  });
}

/** A device that was begun is not asked for yet. */
type DeviceState = "none" | "begun" | "enrolled";

function stateOf({ totpSecret, totpConfirmedAt }: Account): DeviceState {
  if (totpConfirmedAt !== null) return "enrolled";
  return totpSecret === null ? "none" : "begun";
}

const deviceFields = (state: DeviceState) => ({ enrolled: state === "enrolled", pending: state === "begun" });

const totpAudit = (accountId: string, before: DeviceState, after: DeviceState) =>
  ({
    action: "account.totp",
    target: accountTarget(accountId),
    before: deviceFields(before),
    after: deviceFields(after),
  }) as const;
