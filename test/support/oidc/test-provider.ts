import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { Provider } from "oidc-provider";
import type { IdentityProviderSettings } from "../../../src/model/identity-provider.ts";

/** A person at the provider. */
export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name?: string;
}

/** A real OpenID provider on this machine, where the given person is the one who signs in. */
export interface TestProvider {
  readonly settings: IdentityProviderSettings;
  /** Chooses who signs in next. */
  setPerson(person: Person): void;
  /** Signs a person in as a browser would; returns the parameters with which the provider sends it back. */
  authorize(url: string, person: Person): Promise<URLSearchParams>;
  /** Replaces the ID token of later responses, by its claims; undefined ends that. */
  replaceIdToken: ((claims: JWTPayload) => Promise<string>) | undefined;
  sign(claims: JWTPayload): Promise<string>;
  stop(): Promise<void>;
}

const PUBLIC_URL = "https://parapet.example";
const KEY_ID = "one";
const QUESTION = `<!doctype html><html lang="en"><title>Northwind ID</title><h1>Northwind ID</h1>
  <form method="post"><button>Allow</button> <button formaction="?answer=no">Refuse</button></form></html>`;

interface ProviderOptions {
  readonly publicUrl?: string;
  /** The host name of the issuer. Another one than that of the console makes the provider another site for browsers. */
  readonly host?: "127.0.0.1" | "localhost";
  /** Shows a page on which the person agrees to sign in, or does not. */
  readonly asks?: boolean;
}

export async function startTestProvider({
  publicUrl = PUBLIC_URL,
  host = "127.0.0.1",
  asks = false,
}: ProviderOptions = {}): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const people = new Map<string, Person>();
  let current = "";
  const settings: IdentityProviderSettings = {
    issuer,
    clientId: "parapet",
    clientSecret: "a client secret of thirty-two characters",
    name: "Northwind ID",
    emailDomains: ["staff.northwind.example"],
    publicUrl,
  };
  const jwk = { ...(await exportJWK(privateKey)), kid: KEY_ID, alg: "RS256", use: "sig" };
  const provider = new Provider(issuer, configurationOf(settings, jwk, people));
  const setPerson = (person: Person): void => {
    people.set(person.sub, person);
    current = person.sub;
  };
  const result: TestProvider = {
    settings,
    replaceIdToken: undefined,
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: KEY_ID }).sign(privateKey),
    setPerson,
    authorize: (url, person) => {
      setPerson(person);
      return followToConsole(url);
    },
    stop: () => stop(server),
  };
  provider.use(async (ctx, next) => {
    await next();
    const token = ctx.oidc?.route === "token" ? ctx.body?.id_token : undefined;
    if (!ctx.body || token === undefined || !result.replaceIdToken) return;
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as JWTPayload;
    ctx.body.id_token = await result.replaceIdToken(claims);
  });
  const handle = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return handle(request, response);
    if (asks && request.method === "GET") return response.setHeader("content-type", "text/html").end(QUESTION);
    const refuses = request.url.endsWith("?answer=no");
    const answer = refuses ? { error: "access_denied" } : { login: { accountId: current } };
    void provider.interactionFinished(request, response, answer);
  });
  return result;
}

function configurationOf(
  { clientId, clientSecret, publicUrl }: IdentityProviderSettings,
  jwk: object,
  people: ReadonlyMap<string, Person>,
) {
  return {
    jwks: { keys: [jwk] },
    cookies: { keys: ["a key for the cookies of the provider"] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/api/v1/admin/oidc/callback`],
      },
    ],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_ctx: unknown, accountId: string) => ({ accountId, claims: async () => people.get(accountId) }),
    loadExistingGrant: async ({ oidc }: GrantContext) => {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
}

interface GrantContext {
  readonly oidc: {
    readonly session: { readonly accountId: string };
    readonly provider: {
      readonly Grant: new (owner: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    };
  };
}

/** Follows the redirects of the provider, with its cookies, until one leads back to the console. */
async function followToConsole(url: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let next = url;
  for (let hops = 0; hops < 10; hops++) {
    if (next.startsWith(PUBLIC_URL)) return new URL(next).searchParams;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    next = new URL(location, next).href;
  }
  throw new Error("the provider redirects without end");
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
