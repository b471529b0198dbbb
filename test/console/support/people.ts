import type { Role } from "../../../src/model/role.ts";
import { saveMembership } from "../../../src/store/accounts/memberships.ts";
import type { TestDomain, TestService } from "../../support/service.ts";
import { Browser, givenAccount } from "../../support/signed-in.ts";

const ADDRESS = "198.51.100.7";

interface Given {
  readonly role?: Role;
  readonly isOperator?: boolean;
}

/** Signs in to a new account, as a member of a domain if there is one; the address says who it is. */
export async function signInAs(
  service: TestService,
  name: string,
  domain?: TestDomain,
  { role = "owner", isOperator = false }: Given = {},
): Promise<Browser> {
  const { accountId, email } = await givenAccount(service, isOperator, `${name}@northwind.example`);
  await domain?.db.transaction((tx) => saveMembership(tx, accountId, role, service.clock.now));
  const browser = new Browser(service, ADDRESS);
  const reply = await browser.signIn(email);
  if (reply.status !== 200) throw new Error(`signing in failed: ${reply.text}`);
  return browser;
}
