import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PAGES } from "../../console/app/pages.tsx";
import { inviteMember } from "../../src/actions/accounts/invite-member.ts";
import { issueSetupCode } from "../../src/actions/accounts/set-up.ts";
import type { TestDomain } from "../support/service.ts";
import { accountContext, Browser, givenAccount, TEST_PASSWORD } from "../support/signed-in.ts";
import { cancelDialog, click, enter, press } from "./support/act.ts";
import { button, dialog, field, isDialogOpen, link, shows } from "./support/find.ts";
import { eventually, type OpenedPage } from "./support/opened-page.ts";
import { signInAs } from "./support/people.ts";
import { serveConsole } from "./support/served-console.ts";

const served = serveConsole();
let domain: TestDomain;
let browser: Browser;
beforeAll(async () => {
  domain = await served.service.givenDomain();
  browser = await signInAs(served.service, "ada.admin", domain);
});

const open = (path: string): Promise<OpenedPage> => served.open(browser, `/d/${domain.name}${path}`);
const until = (text: string | RegExp): Promise<void> => eventually(() => shows(text));
const at = (path: string): Promise<void> =>
  eventually(() => expect(location.pathname).toBe(`/d/${domain.name}${path}`));
const heading = (): string | undefined => document.querySelector("h1")?.textContent ?? undefined;

describe("the navigation", () => {
  it.each(PAGES.map(({ name, path, shortcut }) => [name, path, shortcut] as const))(
    "leads to %s by its link and by its keys",
    async (name, path, shortcut) => {
      const from = path === "/cases" ? "/threats" : "/cases";
      const page = await open(from);
      const nav = document.querySelector("nav[aria-label=Pages]") as Element;
      click(link(name, nav));
      await page.settled();
      const to = path === "/settings" ? "/settings/keys" : path;
      await at(to);
      expect(link(name, nav).getAttribute("aria-current")).toBe("page");
      expect(nav.querySelectorAll("[aria-current]")).toHaveLength(1);
      expect(document.title).toBe(`${heading()} · ${domain.name} · Parapet`);
      press("g", from === "/cases" ? "c" : "t");
      await at(from);
      press("g", shortcut);
      await at(to);
      await page.settled();
      expect(document.activeElement).toBe(document.querySelector("h1"));
    },
  );

  it("marks the page that another one belongs to", async () => {
    await open("/people/find?email=x");
    expect(link("People", document.querySelector("nav") as Element).getAttribute("aria-current")).toBe("page");
  });
});

describe("the keyboard help", () => {
  const listed = (): readonly (readonly [string, readonly string[]])[] =>
    [...dialog("Keyboard shortcuts").querySelectorAll("section")].map((section) => [
      section.querySelector("h3")?.textContent ?? "",
      [...section.querySelectorAll("li")].map(
        (item) =>
          `${item.firstChild?.textContent}: ${[...item.querySelectorAll("kbd")].map((key) => key.textContent).join(" ")}`,
      ),
    ]);

  it("lists the keys that act everywhere and those that lead to pages, each in its group", async () => {
    await open("/threats");
    press("?");
    await eventually(() => dialog("Keyboard shortcuts"));
    expect(listed()).toEqual(
      [
        [
          "Everywhere",
          [
            "Show the keyboard shortcuts: ?",
            "Switch between light and dark: m",
            "Search: /",
            "Undo the last change: u",
          ],
        ],
        ["Pages", PAGES.map(({ name, shortcut }) => `Go to ${name}: g ${shortcut}`)],
      ].map(([title, keys]) => [title, expect.arrayContaining(keys as string[])]),
    );
    expect(listed().map(([, keys]) => keys.length)).toEqual([4, PAGES.length]);
    click(button("Close"));
    await eventually(() => expect(isDialogOpen()).toBe(false));
  });

  it("switches single keys off, except that the menu still opens it", async () => {
    await open("/threats");
    press("?");
    await eventually(() => dialog("Keyboard shortcuts"));
    click(field("Single keys act outside of text fields"));
    await eventually(() => expect(field("Single keys act outside of text fields").checked).toBe(false));
    cancelDialog();
    await eventually(() => expect(isDialogOpen()).toBe(false));
    press("?", "g", "c");
    expect(isDialogOpen()).toBe(false);
    expect(location.pathname).toContain("/threats");
    expect(localStorage.getItem("parapet.shortcuts")).toBe("off");
    click(button(/^Keyboard shortcuts/));
    await eventually(() => dialog("Keyboard shortcuts"));
  });

  it("is not opened by the key in a text field, and keys do nothing behind a dialog", async () => {
    await open("/people");
    press("/");
    expect(document.activeElement).toBe(document.querySelector("input[type=search]"));
    press("?", "m");
    expect(isDialogOpen()).toBe(false);
    (document.activeElement as HTMLElement).blur();
    press("?");
    await eventually(() => dialog("Keyboard shortcuts"));
    press("g", "c");
    expect(location.pathname).toContain("/people");
  });
});

it("the theme is chosen in the menu or switched by m, and remembered", async () => {
  await open("/threats");
  click(button("Dark theme"));
  expect([document.documentElement.dataset["theme"], localStorage.getItem("parapet.theme")]).toEqual(["dark", "dark"]);
  await eventually(() => expect(button("Dark theme").getAttribute("aria-checked")).toBe("true"));
  press("m");
  expect(document.documentElement.dataset["theme"]).toBe("light");
  click(button("Theme of the system"));
  expect(document.documentElement.dataset["theme"]).toBeUndefined();
});

describe("the address without a domain", () => {
  it("leads to the first domain, or to the one that was used last", async () => {
    const second = await served.service.givenDomain();
    const operator = await signInAs(served.service, "otto.operator", undefined, { isOperator: true });
    const page = await served.open(operator, `/d/${second.name}/threats`);
    await page.goTo("/");
    await eventually(() => expect(location.pathname).toBe(`/d/${second.name}/`));
    click(button(new RegExp(`^${domain.name}`), document.querySelector("[role=menu]") as Element));
    await at("/");
    await page.settled();
  });

  it("explains to somebody without a domain what to do", async () => {
    const nobody = await signInAs(served.service, "sam.nobody");
    await served.open(nobody, "/");
    expect(heading()).toBe("You are not a member of any domain");
    shows("Ask an owner of a domain to invite sam.nobody@northwind.example, then reload this page.");
  });

  it("shows why a sign-in again at the identity provider failed", async () => {
    const page = await served.open(browser, "/?problem=oidc_unavailable");
    await until("The identity provider cannot be reached. Try again later, or sign in with a password.");
    await page.settled();
  });
});

it("a domain that does not exist, or of which one is no member, is not shown", async () => {
  await served.open(browser, "/d/elsewhere/cases");
  shows("There is no such domain");
  click(link("Go to my domain"));
  await at("/");
});

describe("before the sign-in", () => {
  let visitor: Browser;
  beforeEach(() => {
    visitor = new Browser(served.service);
  });

  it("the address that was asked for is shown once somebody has signed in", async () => {
    const { email } = await givenAccount(served.service, true);
    const page = await served.open(visitor, `/d/${domain.name}/threats`);
    expect(heading()).toBe("Sign in");
    expect(document.title).toBe("Sign in · Parapet");
    enter(field("Email"), ` ${email} `);
    enter(field("Password"), "a wrong sentence");
    click(button("Sign in"));
    await eventually(() => expect(document.querySelector("[role=alert]")?.textContent).toMatch(/^[A-Z].*\.$/));
    expect(() => field("Code")).toThrow();
    enter(field("Password"), TEST_PASSWORD);
    click(button("Sign in"));
    await eventually(() => expect(heading()).toBe("Threat events"));
    await page.settled();
  });

  it("the sign-in page is shown as soon as the session has ended, and after signing out", async () => {
    const { email } = await givenAccount(served.service, true);
    await visitor.signIn(email);
    const page = await served.open(visitor, `/d/${domain.name}/threats`);
    visitor.cookies.clear();
    await page.goTo(`/d/${domain.name}/people`);
    await eventually(() => expect(heading()).toBe("Sign in"));
    await visitor.signIn(email);
    await served.open(visitor, `/d/${domain.name}/threats`);
    const leave = vi.spyOn(location, "assign").mockImplementation(() => undefined);
    click(button("Sign out"));
    await eventually(() => expect(leave).toHaveBeenCalledWith("/"));
    expect((await visitor.ask("/session")).status).toBe(401);
  });

  it("a session whose access token has expired goes on without a question, with one renewal for all requests", async () => {
    const { email } = await givenAccount(served.service, true);
    await visitor.signIn(email);
    const page = await served.open(visitor, `/d/${domain.name}/threats`);
    const token = [...visitor.cookies.keys()].find((name) => name.includes("access")) ?? "";
    visitor.cookies.delete(token);
    await page.goTo(`/d/${domain.name}/`);
    expect(heading()).toBe("Overview");
    expect(page.sent.filter(({ path }) => path === "/session/refresh")).toHaveLength(1);
  });

  it("an invitation is accepted with the code of its link and a password", async () => {
    const request = { domainId: domain.domainId, email: "ines@northwind.example", role: "viewer" as const };
    const { code } = await inviteMember(accountContext(served.service), request, "owner");
    const page = await served.open(visitor, `/invitation#${code}`);
    expect(heading()).toBe("Join Parapet");
    shows("Choose a password for the account you were invited to.");
    expect(field("Invitation code").value).toBe(code);
    enter(field("Your name"), " Ines ");
    enter(field("Password"), TEST_PASSWORD);
    enter(field("Password again"), "another sentence");
    click(button("Join"));
    await until("The two passwords differ.");
    enter(field("Password again"), TEST_PASSWORD);
    click(button("Join"));
    await at("/");
    await page.settled();
    shows("Ines");
    expect(page.sent.find(({ path }) => path === "/invitation")?.body).toEqual({
      code,
      password: TEST_PASSWORD,
      name: "Ines",
    });
  });

  it("an invitation that is not valid is refused", async () => {
    await served.open(visitor, "/invitation#WRONG");
    enter(field("Password"), TEST_PASSWORD);
    enter(field("Password again"), TEST_PASSWORD);
    click(button("Join"));
    await eventually(() => expect(document.querySelector("[role=alert]")?.textContent).toMatch(/\.$/));
  });

  it("the identity provider is offered where there is one, with the way back", async () => {
    const page = await served.open(visitor, "/invitation#CODE", ({ path }) =>
      path === "/sign-in-options"
        ? { status: 200, body: { needs_setup: false, password: true, oidc: { name: "Northwind ID" } } }
        : undefined,
    );
    await page.settled();
    await until("Join with Northwind ID");
    shows("Join with your account at the provider, or choose a password.");
    await page.goTo(`/d/${domain.name}/cases?state=closed`);
    const query = new URLSearchParams(link("Sign in with Northwind ID").search);
    expect([...query]).toEqual([["return_to", `/d/${domain.name}/cases?state=closed`]]);
  });
});

describe("a new installation", () => {
  const fresh = serveConsole();

  it("is set up with the code that the server printed", async () => {
    const code = (await issueSetupCode(accountContext(fresh.service))) ?? "";
    await fresh.open(new Browser(fresh.service), "/");
    expect(heading()).toBe("Set up Parapet");
    for (const [label, text] of [
      ["Set-up code", code],
      ["Email", "first@northwind.example"],
      ["Password", TEST_PASSWORD],
      ["Password again", TEST_PASSWORD],
    ] as const)
      enter(field(label), text);
    click(button("Create administrator"));
    await until("You are not a member of any domain");
    shows("Create one with parapet domain create, then reload this page.");
  });
});
