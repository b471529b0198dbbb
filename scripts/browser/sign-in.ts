import type { Page } from "playwright-core";
import type { DemoServer } from "./demo-server.ts";

/** Signs in on the sign-in page, and waits for the console. `enterCode` is for accounts with an authenticator app. */
export async function signIn(
  page: Page,
  { email, password }: DemoServer["administrator"],
  enterCode?: () => Promise<void>,
): Promise<void> {
  await page.goto("/");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  const send = () => page.getByRole("button", { name: "Sign in", exact: true }).click();
  await send();
  if (enterCode) {
    await enterCode();
    await send();
  }
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
}
