import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { totpCode, totpStep } from "../../src/runtime/totp.ts";
import { advanceClock } from "../support/advance-clock.ts";
import type { TestDomain } from "../support/service.ts";
import { Browser, givenAccount, TEST_PASSWORD } from "../support/signed-in.ts";
import { cancelDialog, click, enter } from "./support/act.ts";
import { button, card, dialog, field, isDialogOpen, row, shows } from "./support/find.ts";
import { eventually, type OpenedPage } from "./support/opened-page.ts";
import { signInAs } from "./support/people.ts";
import { serveConsole } from "./support/served-console.ts";

const MINUTE_MS = 60_000;
const served = serveConsole();
let domain: TestDomain;
let browser: Browser;
let email: string;
let count = 0;
beforeAll(async () => {
  // Without an operator the installation would be set up first.
  await givenAccount(served.service, true);
});
beforeEach(async () => {
  domain = await served.service.givenDomain();
  count += 1;
  email = `ada.${count}@northwind.example`;
  browser = await signInAs(served.service, `ada.${count}`, domain);
});

const open = (path = "/settings/account"): Promise<OpenedPage> => served.open(browser, `/d/${domain.name}${path}`);
const until = (text: string | RegExp): Promise<void> => eventually(() => shows(text));
const closed = (): Promise<void> => eventually(() => expect(isDialogOpen()).toBe(false));

/** Lets time pass for the service and the page alike. */
function wait(ms: number): void {
  advanceClock(served.service, ms);
  vi.setSystemTime(served.service.clock.now);
}

const codeNow = (secret: string): string => totpCode(secret, totpStep(served.service.clock.now));

/** Enrolls an authenticator app on the page that is open; returns its secret and a recovery code. */
async function enroll(): Promise<{ readonly secret: string; readonly recovery: string }> {
  click(button("Set up"));
  const asked = await eventually(() => dialog("Set up an authenticator app"));
  const secret = (asked.querySelector("code")?.textContent ?? "").replaceAll(" ", "");
  enter(field("Code that the app shows"), codeNow(secret));
  click(button("Confirm"));
  const codes = await eventually(() => dialog("Store the recovery codes"));
  const recovery = codes.querySelector("li code")?.textContent ?? "";
  expect(button("Done").disabled).toBe(true);
  click(field("I stored the codes"));
  await eventually(() => expect(button("Done").disabled).toBe(false));
  click(button("Done"));
  await closed();
  return { secret, recovery };
}

describe("an authenticator app", () => {
  it("is enrolled with a code that it shows, asked for at the next sign-in, and removed", async () => {
    const page = await open();
    expect(card("Authenticator app").textContent).toContain("Off");
    click(button("Set up"));
    const asked = await eventually(() => dialog("Set up an authenticator app"));
    expect(asked.querySelector("code")?.textContent).toMatch(/^(\w{4} ){7}\w{4}$/);
    expect(asked.querySelector("svg")?.getAttribute("aria-label")).toBe("QR code with the secret");
    enter(field("Code that the app shows"), "000000");
    click(button("Confirm"));
    await eventually(() => expect(asked.querySelector("[role=alert]")).not.toBeNull());
    click(button("Cancel"));
    await closed();
    const { recovery } = await enroll();
    await until("Each sign-in asks for a code of your app.");
    expect(card("Authenticator app").textContent).toContain("On");

    await served.open(new Browser(served.service), "/");
    enter(field("Email"), email);
    enter(field("Password"), TEST_PASSWORD);
    click(button("Sign in"));
    await eventually(() => field("Code"));
    expect(document.querySelector("[role=alert]")).toBeNull();
    enter(field("Code"), "000000");
    click(button("Sign in"));
    await eventually(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
    enter(field("Code"), recovery);
    click(button("Sign in"));
    await eventually(() => expect(location.pathname).toBe(`/d/${domain.name}/`));
    await page.settled();

    await open();
    click(button("Remove…"));
    click(button("Remove", await eventually(() => dialog("Remove the app"))));
    await until("The authenticator app is removed.");
    await until("A code of an app on your phone protects the account");
  });

  it("is not enrolled if its code is never confirmed", async () => {
    const page = await open();
    page.answer(({ path, method }) => (method === "POST" && path.endsWith("/totp") ? { status: 0 } : undefined));
    click(button("Set up"));
    await until("The app was not enrolled. The server could not be reached.");
    expect(isDialogOpen()).toBe(false);
  });
});

describe("a protected change", () => {
  it("asks for the password once it was entered long ago, and is made after it", async () => {
    const page = await open("/settings/keys");
    wait(11 * MINUTE_MS);
    click(button("New API key"));
    await eventually(() => dialog("New API key"));
    enter(field("Name"), "late");
    click(button("Create key"));
    const asked = await eventually(() => dialog("Enter your password"));
    expect(() => field("Code", asked)).toThrow();
    enter(field("Password"), "a wrong sentence");
    click(button("Continue"));
    await eventually(() => expect(dialog("Enter your password").querySelector("[role=alert]")).not.toBeNull());
    expect(() => field("Code", asked)).toThrow();
    enter(field("Password"), TEST_PASSWORD);
    click(button("Continue"));
    await eventually(() => dialog("Store the key now"));
    // The session is renewed first, then the password is asked for, then the key is created.
    expect(page.sent.filter(({ method }) => method === "POST").map(({ path }) => path.split("/").at(-1))).toEqual([
      "keys",
      "refresh",
      "keys",
      "reauthenticate",
      "reauthenticate",
      "keys",
    ]);
  });

  it("is not made if the person cancels", async () => {
    await open("/settings/keys");
    wait(11 * MINUTE_MS);
    click(button("New API key"));
    await eventually(() => dialog("New API key"));
    enter(field("Name"), "canceled");
    click(button("Create key"));
    await eventually(() => dialog("Enter your password"));
    cancelDialog();
    const left = await eventually(() => dialog("New API key"));
    await eventually(() =>
      expect(left.querySelector("[role=alert]")?.textContent).toContain("Enter your password again"),
    );
  });

  it("asks for a code, too, where there is an app", async () => {
    await open();
    const { secret } = await enroll();
    wait(11 * MINUTE_MS);
    click(await eventually(() => button("Remove…")));
    click(button("Remove", await eventually(() => dialog("Remove the app"))));
    const asked = await eventually(() => dialog("Enter your password"));
    enter(field("Password"), TEST_PASSWORD);
    click(button("Continue"));
    await eventually(() => field("Code"));
    expect(asked.querySelector("[role=alert]")).toBeNull();
    enter(field("Code"), codeNow(secret));
    click(button("Continue"));
    await until("The authenticator app is removed.");
  });
});

describe("the password", () => {
  const change = (current: string, next: string, repeated = next): void => {
    enter(field("Current password"), current);
    enter(field("New password"), next);
    enter(field("New password again"), repeated);
    click(button("Change password"));
  };

  it("is changed by who knows it, and the fields are empty again", async () => {
    await open();
    change("a wrong sentence", "quite another sentence");
    await until("This is not your password.");
    change(TEST_PASSWORD, "quite another sentence", "another sentence");
    await until("The two passwords differ.");
    change(TEST_PASSWORD, "quite another sentence");
    await until("Your password is changed. Your other sessions have ended.");
    expect(field("Current password").value).toBe("");
    expect(document.body.textContent).not.toContain("The two passwords differ.");
    expect((await new Browser(served.service).signIn(email)).status).toBe(401);
  });

  it("that is refused is explained", async () => {
    await open();
    change(TEST_PASSWORD, "password1234");
    await eventually(() => expect(card("Password").querySelector("[role=alert]")?.textContent).toMatch(/\.$/));
  });
});

it("a session elsewhere is ended, the one in use cannot be", async () => {
  const other = new Browser(served.service, "203.0.113.77");
  await other.signIn(email);
  const page = await open();
  expect(row(/This one/).querySelector("button")).toBeNull();
  click(button("End", row(/203\.0\.113\.77/)));
  await until("The session has ended.");
  await page.settled();
  expect(() => row(/203\.0\.113\.77/)).toThrow();
  expect((await other.ask("/session")).status).toBe(401);
});
