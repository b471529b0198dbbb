import { expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";

const SETTINGS = {
  PARAPET_PUBLIC_URL: "https://parapet.example.com",
  PARAPET_OIDC_CLIENT_ID: "parapet",
  PARAPET_OIDC_CLIENT_SECRET: "a secret",
};
const withIssuer = (issuer: string) => readConfig({ ...SETTINGS, PARAPET_OIDC_ISSUER: issuer });

it.each(["common", "organizations", "consumers", "Common"])(
  "the issuer of Entra that every tenant shares is refused: %s",
  (tenant) => {
    const refused = `PARAPET_OIDC_ISSUER must have the id of your tenant instead of '${tenant}'`;
    expect(() => withIssuer(`https://login.microsoftonline.com/${tenant}/v2.0`)).toThrow(refused);
  },
);

it("the issuer of one tenant is accepted", () => {
  const issuer = "https://login.microsoftonline.com/018f2f6e-0000-7000-8000-0000000000a1/v2.0";
  expect(withIssuer(issuer).identityProvider).toMatchObject({ issuer, name: "login.microsoftonline.com" });
});
