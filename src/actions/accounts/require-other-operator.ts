import { type Account, hasWayIn } from "../../model/account.ts";
import { Failure } from "../../model/failure.ts";

/** Fails if the installation would be left without an operator, or this is the only one who can sign in. */
export function requireOtherOperator(operators: readonly Account[], account: Account): void {
  const others = operators.filter(
    ({ accountId, isOperator, disabledAt }) => isOperator && disabledAt === null && accountId !== account.accountId,
  );
  if (others.length === 0) throw new Failure("last_owner", "this is the last operator; create another one first");
  const canSignIn = account.disabledAt === null && hasWayIn(account);
  if (!canSignIn || others.some(hasWayIn)) return;
  const waiting = others.map(({ email }) => email).join(", ");
  throw new Failure(
    "last_owner",
    `this is the last operator who can sign in; the others have not joined yet: ${waiting}`,
  );
}
