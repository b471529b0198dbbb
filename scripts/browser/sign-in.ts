import type { Page } from "playwright-core";
import type { DemoServer } from "./demo-server.ts";

/** Signs in on the sign-in page, and waits for the console. */
export async function signIn(page: Page, { email, password }: DemoServer["administrator"]): Promise<void> {
  await page.goto("/");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
}
