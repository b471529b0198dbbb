import type { ProvingContext } from "../../src/actions/accounts/attempt-limits.ts";
import { createAccount } from "../../src/actions/accounts/create-account.ts";
import { createAttemptLimits } from "../../src/admin/attempt-limits.ts";
import { createMemoryLimiter } from "../../src/http/rate-limit/memory-limiter.ts";
import type { Role } from "../../src/model/role.ts";
import { monotonicMs } from "../../src/runtime/clock.ts";
import { newId } from "../../src/runtime/ids.ts";
import { saveMembership } from "../../src/store/accounts/memberships.ts";
import { TEST_ACTOR } from "./actor.ts";
import { type AskOptions, TEST_PEPPER, type TestDomain, type TestReply, type TestService } from "./service.ts";

export const TEST_PASSWORD = "an ordinary sentence for tests";
const BASE = "/api/v1/admin";

/** A browser with its cookies. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #service: TestService;
  readonly #address: string;

  constructor(service: TestService, address = `198.51.100.${Math.floor(Math.random() * 250) + 1}`) {
    this.#service = service;
    this.#address = address;
  }

  /** The value of the header with which the cookies are sent. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Sends a request to the admin API with the cookies of this browser, and keeps those of the response. */
  async ask(path: string, options: AskOptions = {}): Promise<TestReply> {
    const { cookie } = this;
    const reply = await this.#service.ask(BASE + path, {
      address: this.#address,
      ...options,
      headers: { ...(cookie && { cookie }), "sec-fetch-site": "same-origin", ...options.headers },
    });
    for (const line of [reply.headers["set-cookie"] ?? []].flat() as readonly string[]) this.#keep(line);
    return reply;
  }

  signIn(email: string, code?: string): Promise<TestReply> {
    return this.ask("/session", { method: "POST", payload: { email, password: TEST_PASSWORD, ...(code && { code }) } });
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", value = ""] = pair.split("=");
    if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Returns what an action on accounts takes; each has limits of its own. */
export const accountContext = (service: TestService): ProvingContext => ({
  database: service.database,
  clock: () => service.clock.now,
  actor: TEST_ACTOR,
  secret: TEST_PEPPER,
  attempts: createAttemptLimits({
    limiter: createMemoryLimiter(monotonicMs),
    address: TEST_ACTOR.origin,
    sessionId: undefined,
    knownBrowser: () => undefined,
  }),
  hashing: (work) => work(),
});

export interface TestAccount {
  readonly accountId: string;
  readonly email: string;
}

export async function givenAccount(
  service: TestService,
  isOperator = false,
  email = `p${newId()}@northwind.example`,
): Promise<TestAccount> {
  const request = { email, name: null, password: TEST_PASSWORD, isOperator };
  return { accountId: await createAccount(accountContext(service), request), email };
}

/** Creates a member of a domain and signs in. */
export async function givenMember(service: TestService, domain: TestDomain, role: Role): Promise<Browser> {
  const { accountId, email } = await givenAccount(service);
  await domain.db.transaction((tx) => saveMembership(tx, accountId, role, service.clock.now));
  const browser = new Browser(service);
  const reply = await browser.signIn(email);
  if (reply.status !== 200) throw new Error(`signing in failed: ${reply.text}`);
  return browser;
}

/** Creates an operator of the installation and signs in. */
export async function givenOperator(service: TestService): Promise<Browser> {
  const browser = new Browser(service);
  const reply = await browser.signIn((await givenAccount(service, true)).email);
  if (reply.status !== 200) throw new Error(`signing in failed: ${reply.text}`);
  return browser;
}
