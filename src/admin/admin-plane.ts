import type { AccountCaller, AnonymousCaller, MemberCaller } from "../access/admin-caller.ts";
import { accessName, refreshName, type SessionMemory } from "../access/session-memory.ts";
import type { ProvingContext } from "../actions/accounts/attempt-limits.ts";
import type { SessionTokens } from "../actions/accounts/start-session.ts";
import type { Connector, Settings } from "../connectors/connector.ts";
import type { AddressRules } from "../connectors/http/address-rules.ts";
import type { AdminEndpoint } from "../contract/admin/admin-endpoint.ts";
import type { SerializeByName } from "../http/edge/serialize-by-name.ts";
import type { Limiter } from "../http/rate-limit/limiter.ts";
import type { Handler, Plane } from "../http/route.ts";
import { sessionCookies } from "../http/session-cookies.ts";
import type { RuleList } from "../model/rule-list.ts";
import type { Versioned } from "../model/vocabulary.ts";
import type { AccessTokens } from "../runtime/access-token.ts";
import { createSealer } from "../runtime/encryption.ts";
import type { ConnectorSettings } from "../store/connectors/connector-settings.ts";
import type { DomainDb } from "../store/database/database.ts";
import { createAttemptLimits } from "./attempt-limits.ts";
import type { ConnectorTest } from "./describe-test.ts";
import { KNOWN_BROWSER_PURPOSE, openKnownBrowser } from "./known-browser.ts";
import type { IdentityProvider } from "./oidc/identity-provider.ts";

/** What the handlers of the admin API need beside the caller. */
export interface AdminParts {
  readonly plane: Plane<AnonymousCaller>;
  readonly tokens: AccessTokens;
  readonly sessions: SessionMemory;
  readonly limiter: Limiter;
  readonly secret: string;
  /** Computes one password hash at a time: each takes memory and one of the few threads for such work. */
  readonly hashing: SerializeByName;
  /** Stores the uses of API keys that are not stored yet. */
  storeKeyUses(): Promise<void>;
  readonly polls: AdminPolls;
  readonly detectors: ListedDetectors;
  /** Undefined if people sign in with passwords only. */
  readonly identityProvider: IdentityProvider | undefined;
}

/** Lists what is looked for in the rows of a domain. */
export interface ListedDetectors {
  rulesFor(domain: { readonly name: string }): Promise<RuleList>;
}

/** What the management of integrations needs from the polls. */
export interface AdminPolls {
  /** Decides which addresses connectors may reach, and how. */
  readonly addresses: AddressRules;
  /** Decrypts stored settings; throws a ConnectorProblem if that is not possible. */
  open(db: DomainDb, connector: Connector, stored: ConnectorSettings): Settings;
  /** Tries a connector with its stored settings. */
  test(db: DomainDb, connector: Connector): Promise<ConnectorTest>;
}

/** The caller of an operation: who the guard admits follows from what the operation requires. */
type CallerOf<E extends AdminEndpoint> = E["requires"] extends "nothing"
  ? AnonymousCaller
  : E["requires"] extends "session" | "operator"
    ? AccountCaller
    : MemberCaller;

type AdminHandler<E extends AdminEndpoint> = Handler<E, CallerOf<E>>;

/** Mounts an operation; `dependsOn` names the data that its response is built from, if the response may be cached. */
export type MountAdmin = <E extends AdminEndpoint>(
  endpoint: E,
  handler: AdminHandler<E>,
  dependsOn?: readonly Versioned[],
) => void;

/** Returns what an action about accounts takes; somebody who is not signed in acts as the account that the action proves. */
export function accountContext(parts: AdminParts, caller: AnonymousCaller | AccountCaller): ProvingContext {
  const { limiter, secret, hashing } = parts;
  const { database, clock, address } = caller;
  const unknown = { kind: "account", id: "unknown", origin: address } as const;
  const attempts = createAttemptLimits({
    limiter,
    address,
    sessionId: "session" in caller ? caller.session.sessionId : undefined,
    knownBrowser: (email) => {
      const sealer = createSealer(secret, KNOWN_BROWSER_PURPOSE);
      return openKnownBrowser(sealer, caller.knownBrowser, email, clock());
    },
  });
  return {
    database,
    clock,
    secret,
    actor: "actor" in caller ? caller.actor : unknown,
    attempts,
    hashing: (work) => hashing("passwords", work),
  };
}

/** Returns the headers that give the browser the tokens of a session. */
export async function cookieHeaders(
  { tokens, sessions }: Pick<AdminParts, "tokens" | "sessions">,
  { refreshToken, expiresAt, ...claims }: SessionTokens,
  now: Date,
): Promise<Record<string, string[]>> {
  for (const name of [accessName(claims), refreshName(claims)]) sessions.noteOpen(name);
  const access = await tokens.issue(claims, now);
  const seconds = Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000));
  return { "set-cookie": sessionCookies({ access, refresh: refreshToken }, seconds) };
}

/** The body of a response that has nothing to report. */
export const DONE = JSON.stringify({ success: true });
