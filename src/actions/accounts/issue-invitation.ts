import type { Voucher } from "../../model/account.ts";
import type { AuditRecord } from "../../model/audit.ts";
import { newReadableCode } from "../../runtime/one-time-secret.ts";
import { addCode, removeCodes } from "../../store/accounts/account-codes.ts";
import { setVoucher } from "../../store/accounts/accounts.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { type AccountContext, accountTarget, digestOf } from "./account-context.ts";

const INVITATION_DAYS = 7;

export interface Invitation {
  readonly accountId: string;
  /** Null if the account has a way to sign in already. */
  readonly code: string | null;
  readonly expiresAt: Date | null;
}

/** Issues the code with which a person joins the account. Whoever hands it over vouches for it; earlier codes end. */
export async function issueInvitation(
  ctx: Pick<AccountContext, "clock" | "secret">,
  tx: DomainDb,
  accountId: string,
  voucher: Voucher,
): Promise<{ readonly invitation: Invitation & { readonly code: string }; readonly audit: AuditRecord }> {
  const code = newReadableCode();
  const createdAt = ctx.clock();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * 86_400_000);
  await setVoucher(tx, accountId, voucher);
  await removeCodes(tx, "invitation", accountId);
  await addCode(tx, { digest: digestOf(ctx, code), kind: "invitation", accountId, createdAt, expiresAt });
  const after = { expires_at: expiresAt, ...describeVoucher(voucher) };
  return {
    invitation: { accountId, code, expiresAt },
    audit: { action: "account.invite", target: accountTarget(accountId), before: null, after },
  };
}

/** Returns what the audit log says about who vouches for an account. */
export const describeVoucher = (voucher: Voucher) => ({
  vouched_by: voucher.kind,
  ...(voucher.kind === "domain" && { vouching_domain_id: voucher.domainId }),
});
