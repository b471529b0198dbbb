import { generateKeyPairSync, hkdfSync } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/runtime/ids.ts";
import { startTestService, TEST_PEPPER, type TestService } from "../support/service.ts";
import { Browser, givenAccount } from "../support/signed-in.ts";

let service: TestService;
let browser: Browser;
let valid: string;
let claims: Record<string, unknown>;
beforeAll(async () => {
  service = await startTestService();
  browser = new Browser(service);
  await browser.signIn((await givenAccount(service)).email);
  valid = browser.cookies.get("__Host-parapet-access") ?? "";
  claims = decode(valid.split(".")[1]);
});
afterAll(() => service.stop());

const decode = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
const encode = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const key = new Uint8Array(hkdfSync("sha256", TEST_PEPPER, "parapet", "access tokens", 32));
const HEADER = { alg: "HS256", typ: "at+jwt" };
const sign = (payload: Record<string, unknown>, header: Record<string, unknown> = HEADER, secret = key) =>
  new SignJWT(payload).setProtectedHeader(header as { alg: string }).sign(secret);
const now = () => Math.floor(service.clock.now.getTime() / 1_000);

async function ask(token: string, how: "cookie" | "bearer" = "bearer") {
  const headers: Record<string, string> =
    how === "bearer" ? { authorization: `Bearer ${token}` } : { cookie: `__Host-parapet-access=${token}` };
  return new Browser(service).ask("/session", { headers });
}

describe("an access token", () => {
  it("is accepted as a cookie and as a bearer token", async () => {
    expect((await ask(valid)).status).toBe(200);
    expect((await ask(valid, "cookie")).status).toBe(200);
    expect((await ask(await sign(claims))).status).toBe(200);
  });

  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const without = (name: string) => {
    const { [name]: _left, ...rest } = claims;
    return rest;
  };
  const abuses: Readonly<Record<string, () => string | Promise<string>>> = {
    "without a signature": () => `${encode({ alg: "none", typ: "at+jwt" })}.${encode(claims)}.`,
    "with alg None": () => `${encode({ alg: "None", typ: "at+jwt" })}.${encode(claims)}.`,
    "with alg NONE": () => `${encode({ alg: "NONE", typ: "at+jwt" })}.${encode(claims)}.`,
    "with alg none and a signature": () => `${encode({ alg: "none", typ: "at+jwt" })}.${encode(claims)}.AAAA`,
    "without alg": () => `${encode({ typ: "at+jwt" })}.${encode(claims)}.${valid.split(".")[2]}`,
    "with an empty alg": () => `${encode({ alg: "", typ: "at+jwt" })}.${encode(claims)}.${valid.split(".")[2]}`,
    "with its signature cut off": () => valid.split(".").slice(0, 2).join("."),
    "with an empty signature": () => `${valid.split(".").slice(0, 2).join(".")}.`,
    "with a flipped bit in the signature": () => {
      const bytes = Buffer.from(valid.split(".")[2] ?? "", "base64url");
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      return `${valid.split(".").slice(0, 2).join(".")}.${bytes.toString("base64url")}`;
    },
    "with a shortened signature": () => valid.slice(0, -8),
    "with a lengthened signature": () => `${valid}AAAA`,
    "with the padding that its length needs": () => `${valid}=`,
    "with another payload under the same signature": () =>
      `${valid.split(".")[0]}.${encode({ ...claims, sub: newId() })}.${valid.split(".")[2]}`,
    "with another header under the same signature": () =>
      `${encode({ ...HEADER, kid: "1" })}.${valid.split(".").slice(1).join(".")}`,
    "signed with an empty key": () => sign(claims, HEADER, new Uint8Array(32)),
    "signed with the server's secret itself": () => sign(claims, HEADER, new TextEncoder().encode(TEST_PEPPER)),
    "signed with a guessed key": () => sign(claims, HEADER, new TextEncoder().encode("secret".padEnd(32, "x"))),
    "signed with HS384": () => sign(claims, { ...HEADER, alg: "HS384" }, new Uint8Array([...key, ...key])),
    "signed with HS512": () => sign(claims, { ...HEADER, alg: "HS512" }, new Uint8Array([...key, ...key])),
    "signed with RS256": () =>
      new SignJWT(claims).setProtectedHeader({ alg: "RS256", typ: "at+jwt" }).sign(rsa.privateKey),
    "signed with PS256": () =>
      new SignJWT(claims).setProtectedHeader({ alg: "PS256", typ: "at+jwt" }).sign(rsa.privateKey),
    "signed with ES256": () =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", typ: "at+jwt" })
        .sign(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey),
    "signed with EdDSA": () =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt" })
        .sign(generateKeyPairSync("ed25519").privateKey),
    "signed with a public key as HMAC secret": () =>
      sign(claims, HEADER, Buffer.from(rsa.publicKey.export({ type: "spki", format: "pem" }))),
    "with a jku header": () => sign(claims, { ...HEADER, jku: "https://attacker.example/keys" }),
    "with a jwk header": () => sign(claims, { ...HEADER, jwk: { kty: "oct", k: "AAAA" } }),
    "with an x5u header": () => sign(claims, { ...HEADER, x5u: "https://attacker.example/cert" }),
    "with an x5c header": () => sign(claims, { ...HEADER, x5c: ["AAAA"] }),
    "with a kid header": () => sign(claims, { ...HEADER, kid: "../../dev/null" }),
    "with a kid that is SQL": () => sign(claims, { ...HEADER, kid: "' union select 'x" }),
    "with a crit header": () =>
      `${encode({ ...HEADER, crit: ["exp"], exp: 1 })}.${encode(claims)}.${valid.split(".")[2]}`,
    "with a zip header": () => sign(claims, { ...HEADER, zip: "DEF" }),
    "with a cty header": () => sign(claims, { ...HEADER, cty: "JWT" }),
    "of type JWT": () => sign(claims, { ...HEADER, typ: "JWT" }),
    "without a type": () => sign(claims, { alg: "HS256" }),
    "of an unknown type": () => sign(claims, { ...HEADER, typ: "refresh+jwt" }),
    "of another issuer": () => sign({ ...claims, iss: "attacker" }),
    "without an issuer": () => sign(without("iss")),
    "for another audience": () => sign({ ...claims, aud: "parapet-public" }),
    "for several audiences": () => sign({ ...claims, aud: ["parapet-admin", "other"] }),
    "without an audience": () => sign(without("aud")),
    "without a subject": () => sign(without("sub")),
    "without a session": () => sign(without("sid")),
    "without an issue time": () => sign(without("iat")),
    "without a start": () => sign(without("nbf")),
    "without an end": () => sign(without("exp")),
    "that has expired": () => sign({ ...claims, exp: now() - 1 }),
    "that expires this second": () => sign({ ...claims, exp: now() }),
    "that is not valid yet": () => sign({ ...claims, nbf: now() + 60 }),
    "that was issued in the future": () => sign({ ...claims, iat: now() + 60 }),
    "that is older than any token": () => sign({ ...claims, iat: now() - 301, exp: now() + 1_000 }),
    "whose end is no number": () => sign({ ...claims, exp: String(now() + 100) } as never),
    "whose end is negative": () => sign({ ...claims, exp: -1 }),
    "whose subject is no id": () => sign({ ...claims, sub: "admin" }),
    "whose subject is a number": () => sign({ ...claims, sub: 1 } as never),
    "whose subject is a list": () => sign({ ...claims, sub: [claims["sub"]] } as never),
    "whose session is SQL": () => sign({ ...claims, sid: "' or 1=1 --" }),
    "whose session is an object": () => sign({ ...claims, sid: { $ne: null } }),
    "of a session that does not exist": () => sign({ ...claims, sid: newId() }),
    "of an account that does not exist": () => sign({ ...claims, sub: newId() }),
    "that is a refresh token": () => browser.cookies.get("__Host-parapet-refresh") ?? "",
    "that is no token": () => "x",
    "of two parts": () => `${encode(HEADER)}.${encode(claims)}`,
    "of five parts": () => `${valid}.a.b`,
    "that is encrypted": () => `${encode({ alg: "dir", enc: "A256GCM" })}..AAAA.AAAA.AAAA`,
    "whose payload is no object": () => `${encode(HEADER)}.${encode("[]")}.${valid.split(".")[2]}`,
    "whose header is no JSON": () => `${encode("{")}.${encode(claims)}.${valid.split(".")[2]}`,
    "with padding": () => `${valid}==`,
    "in standard base 64": () => `${valid.split(".").slice(0, 2).join(".")}.+/+/`,
    "of 4,000 characters": () => sign({ ...claims, filler: "x".repeat(4_000) }),
  };

  it("has at least 60 ways to be wrong here", () => {
    expect(Object.keys(abuses).length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(abuses))("is refused %s", async (_what, make) => {
    const token = await make();
    for (const how of ["bearer", "cookie"] as const) {
      const reply = await ask(token, how);
      expect(reply.status).toBe(401);
      expect(reply.body).toMatchObject({ error: "invalid_session" });
    }
  });

  it("of another account's session is refused", async () => {
    const other = new Browser(service);
    await other.signIn((await givenAccount(service)).email);
    const theirs = decode(other.cookies.get("__Host-parapet-access")?.split(".")[1]);
    expect((await ask(await sign({ ...claims, sid: theirs["sid"] }))).status).toBe(401);
  });

  it("is refused in two cookies of one name, and in a header with two tokens", async () => {
    const twice = { cookie: `__Host-parapet-access=${valid}; __Host-parapet-access=${valid}` };
    expect((await new Browser(service).ask("/session", { headers: twice })).status).toBe(401);
    const joined = { authorization: `Bearer ${valid}, Bearer ${valid}` };
    expect((await new Browser(service).ask("/session", { headers: joined })).status).toBe(401);
  });

  it("is no API key, and an API key is no access token", async () => {
    const domain = await service.givenDomain();
    expect((await service.ask("/cases", { headers: { authorization: `Bearer ${valid}` } })).status).toBe(401);
    expect((await ask(domain.key)).status).toBe(401);
  });
});
