import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Page } from "playwright-core";
import { newId } from "../../../src/runtime/ids.ts";
import { type Person, startTestProvider } from "../../support/oidc/test-provider.ts";
import { openConsole, type TestConsole } from "./console.ts";

/** A console with an identity provider. */
export interface OpenIdConsole {
  readonly console: TestConsole;
  /** Invites a person as the administrator does; returns the link that the console shows. */
  invite(person: Person, role: string): Promise<string>;
  /** Opens a page of the console, goes to the provider and answers its question. */
  signInAs(page: Page, who: Person, answer: "Allow" | "Refuse", path?: string): Promise<void>;
  /** Changes what the provider says of who signs in next. */
  setPerson(person: Person): void;
  remove(): Promise<void>;
}

export async function openConsoleWithProvider(): Promise<OpenIdConsole> {
  const port = await findFreePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const provider = await startTestProvider({ publicUrl, host: "localhost", asks: true });
  const { issuer, clientId, clientSecret, name, emailDomains } = provider.settings;
  const settings = {
    PARAPET_PUBLIC_URL: publicUrl,
    PARAPET_OIDC_ISSUER: issuer,
    PARAPET_OIDC_CLIENT_ID: clientId,
    PARAPET_OIDC_CLIENT_SECRET: clientSecret,
    PARAPET_OIDC_NAME: name,
    PARAPET_OIDC_EMAIL_DOMAINS: emailDomains.join(","),
  };
  const console = await openConsole({ settings, port, visited: [issuer] });
  return {
    console,
    invite: async ({ email }, role) => {
      const page = await console.signedIn();
      await page.goto("/d/demo/settings/members");
      await page.getByRole("button", { name: "Invite a person" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Email").fill(email);
      await dialog.getByLabel("Role").selectOption(role);
      await dialog.getByRole("button", { name: "Invite", exact: true }).click();
      const link = await dialog.getByText("/invitation#").innerText();
      await page.context().close();
      return link.trim();
    },
    signInAs: async (page, who, answer, path = "/") => {
      provider.setPerson(who);
      await page.goto(path);
      await page.getByRole("link", { name: "Sign in with Northwind ID" }).click();
      await page.getByRole("heading", { name: "Northwind ID" }).waitFor();
      await page.getByRole("button", { name: answer }).click();
    },
    setPerson: provider.setPerson,
    remove: async () => {
      await console.remove();
      await provider.stop();
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export const somebody = (changes: Partial<Person> = {}): Person => {
  const sub = newId();
  return { sub, email: `${sub}@northwind.example`, email_verified: true, name: "Noor Haddad", ...changes };
};

export const navigation = (page: Page) => page.getByRole("navigation", { name: "Pages" });

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in with Northwind ID" }).waitFor();
}
