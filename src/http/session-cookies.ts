import type { IncomingHttpHeaders } from "node:http";

/** `__Host-` binds a cookie to this origin and to HTTPS; browsers accept it over HTTP on the local machine. */
const ACCESS = "__Host-parapet-access";
const REFRESH = "__Host-parapet-refresh";
const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";
/** Lax, because the identity provider, which is another site, sends the browser back. */
const PENDING = "__Host-parapet-sign-in";
const PENDING_ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Lax";

/** Stays when a person signs out: it gives the browser a limit of failed sign-ins of its own. */
const KNOWN = "__Host-parapet-known";

const MAX_TOKEN = 1_024;

/** Returns the access token of a request: from its cookie, or from `Authorization: Bearer` for callers that are no browser. */
export function readAccessToken(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^bearer +([^ ,]+)$/i.exec(headers.authorization ?? "")?.[1];
  return bearer ?? readCookie(headers, ACCESS);
}

export const readRefreshToken = (headers: IncomingHttpHeaders): string | undefined => readCookie(headers, REFRESH);

/** Returns what the browser keeps of a sign-in that is in progress at the identity provider. */
export const readPendingSignIn = (headers: IncomingHttpHeaders): string | undefined => readCookie(headers, PENDING);

/** Returns what the browser keeps of the last sign-in with a password. */
export const readKnownBrowser = (headers: IncomingHttpHeaders): string | undefined => readCookie(headers, KNOWN);

function readCookie({ cookie = "" }: IncomingHttpHeaders, name: string): string | undefined {
  const values = cookie
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value] = values;
  // Two cookies of one name come from two places; neither is to be trusted.
  return values.length === 1 && value !== undefined && value !== "" && value.length <= MAX_TOKEN ? value : undefined;
}

/** Returns the `Set-Cookie` values that give a browser its session. */
export function sessionCookies(tokens: { readonly access: string; readonly refresh: string }, maxAgeSeconds: number) {
  return [
    `${ACCESS}=${tokens.access}; Max-Age=${maxAgeSeconds}; ${ATTRIBUTES}`,
    `${REFRESH}=${tokens.refresh}; Max-Age=${maxAgeSeconds}; ${ATTRIBUTES}`,
  ];
}

/** Returns the `Set-Cookie` value by which a browser is known at the next sign-in. */
export const knownBrowserCookie = (sealed: string, maxAgeSeconds: number): string =>
  `${KNOWN}=${sealed}; Max-Age=${maxAgeSeconds}; ${ATTRIBUTES}`;

/** The `Set-Cookie` values that take the session from a browser. */
export const NO_SESSION_COOKIES: readonly string[] = [ACCESS, REFRESH].map(
  (name) => `${name}=; Max-Age=0; ${ATTRIBUTES}`,
);

/** Returns the `Set-Cookie` value that keeps a sign-in while the person is at the identity provider. */
export const pendingCookie = (sealed: string, maxAgeSeconds: number): string =>
  `${PENDING}=${sealed}; Max-Age=${maxAgeSeconds}; ${PENDING_ATTRIBUTES}`;

/** The `Set-Cookie` value that ends a sign-in that is in progress. */
export const NO_PENDING_COOKIE = `${PENDING}=; Max-Age=0; ${PENDING_ATTRIBUTES}`;
