import { accountTarget, runAccountAction } from "./account-context.ts";
import type { ProvingContext } from "./attempt-limits.ts";

/** A sign-in, or a proof of who is signed in, that was refused. */
export interface Refusal {
  readonly reason: string;
  /** What entries are limited by; not stored, since people type passwords into the field of the email address. */
  readonly about: string;
  /** Returns the account that it was for, if there is one. */
  findAccountId(): Promise<string | undefined>;
}

/**
 * Records a refusal in the audit log of the installation, unless enough were. It takes as long for an account as for an
 * address without one.
 */
export async function recordRefusal(
  ctx: ProvingContext,
  kind: "wrong" | "limited",
  { reason, about, findAccountId }: Refusal,
): Promise<void> {
  const admission = await ctx.attempts.admitEntry(kind, about);
  if (!admission) return;
  const { omitted } = admission;
  const target = accountTarget((await findAccountId()) ?? "unknown");
  const after = { reason, ...(omitted !== undefined && { omitted }) };
  await runAccountAction(ctx, async () => ({
    result: undefined,
    audit: { action: "session.refused", target, before: null, after },
  }));
}
