import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestDomain } from "../support/service.ts";
import type { Browser } from "../support/signed-in.ts";
import { click, enter } from "./support/act.ts";
import { button, card, dialog, field, isDialogOpen, link, row, shows } from "./support/find.ts";
import { eventually, type OpenedPage } from "./support/opened-page.ts";
import { signInAs } from "./support/people.ts";
import { serveConsole } from "./support/served-console.ts";

const served = serveConsole();
let domain: TestDomain;
let browser: Browser;
beforeAll(async () => {
  browser = await signInAs(served.service, "otto.operator", undefined, { isOperator: true });
});
beforeEach(async () => {
  domain = await served.service.givenDomain();
});

const open = (path: string): Promise<OpenedPage> => served.open(browser, `/d/${domain.name}${path}`);
const until = (text: string | RegExp): Promise<void> => eventually(() => shows(text));
const closed = (): Promise<void> => eventually(() => expect(isDialogOpen()).toBe(false));
const bodies = ({ sent }: OpenedPage): readonly unknown[] =>
  sent.filter(({ method }) => method !== "GET").map(({ body }) => body);

describe("members", () => {
  it("are invited with a link that is shown once", async () => {
    const page = await open("/settings/members");
    shows("No members yet");
    click(button("Invite a person"));
    await eventually(() => dialog("Invite a person"));
    enter(field("Email"), "mila@northwind.example");
    enter(field("Role"), "viewer");
    click(button("Invite"));
    const invited = await eventually(() => dialog("Send the invitation"));
    expect(invited.textContent).toContain("Send this link to mila@northwind.example.");
    const [whole, code = ""] = [...invited.querySelectorAll("code")].map(({ textContent }) => textContent ?? "");
    expect(whole).toBe(`http://parapet.test/invitation#${code}`);
    expect(bodies(page)).toEqual([{ email: "mila@northwind.example", role: "viewer" }]);
    click(button("Done"));
    await closed();
    await page.settled();
    expect(row(/mila/).textContent).toContain("Invited");
    expect(card("Members").textContent).toContain("Members1");
  });

  it("who have an account already are added without a link", async () => {
    await signInAs(served.service, "known.person");
    const page = await open("/settings/members");
    click(button("Invite a person"));
    await eventually(() => dialog("Invite a person"));
    enter(field("Email"), "known.person@northwind.example");
    click(button("Invite"));
    await eventually(() => dialog("Member added"));
    shows("known.person@northwind.example already has an account and sees this domain after the next sign-in.");
    expect(bodies(page)).toEqual([{ email: "known.person@northwind.example", role: "analyst" }]);
  });

  it("whose account somebody else may hold are invited again after a question that names the domains", async () => {
    const page = await open("/settings/members");
    page.answer(({ path, method, body }) =>
      method === "POST" && path.endsWith("/members") && !(body as { confirmed?: boolean }).confirmed
        ? {
            status: 409,
            body: {
              error: "confirmation_required",
              message: "confirm it",
              domains: ["other", "third"],
              vouching_domain: "other",
            },
          }
        : undefined,
    );
    click(button("Invite a person"));
    await eventually(() => dialog("Invite a person"));
    enter(field("Email"), "nora@northwind.example");
    click(button("Invite"));
    const asked = await eventually(() => dialog("Does this account belong to the person?"));
    expect(asked.textContent).toContain("Only other vouches for the account nora@northwind.example");
    expect(asked.textContent).toContain("It is a member of other, third.");
    expect(asked.querySelector("[role=alert]")).toBeNull();
    enter(field("Type nora@northwind.example to confirm"), "nora@northwind.example");
    const go = button("End and invite again");
    await eventually(() => expect(go.disabled).toBe(false));
    click(go);
    await eventually(() => dialog("Send the invitation"));
    expect(bodies(page).at(-1)).toEqual({ email: "nora@northwind.example", role: "analyst", confirmed: true });
  });

  it("get another role from a menu, and are removed after a question", async () => {
    await signInAs(served.service, "ria.role", domain, { role: "viewer" });
    const page = await open("/settings/members");
    const menu = (): Element => row(/ria\.role/).querySelector("[role=menu]") as Element;
    click(button("Viewer", menu()));
    await page.settled();
    expect(bodies(page)).toEqual([]);
    click(button("Analyst", menu()));
    await until("ria.role@northwind.example is now Analyst.");
    await page.settled();
    expect(menu().querySelector("[aria-checked=true]")?.textContent).toBe("Analyst");
    click(button("Remove ria.role@northwind.example"));
    await eventually(() => dialog("Remove member"));
    click(button("Cancel"));
    await closed();
    click(button("Remove ria.role@northwind.example"));
    click(button("Remove", await eventually(() => dialog("Remove member"))));
    await until("ria.role@northwind.example is no longer a member.");
    await closed();
    await until("No members yet");
  });

  it("keep their role if the change is refused", async () => {
    await signInAs(served.service, "rob.role", domain, { role: "viewer" });
    const page = await open("/settings/members");
    page.answer(({ method }) => (method === "PUT" || method === "PATCH" ? { status: 0 } : undefined));
    click(button("Analyst", row(/rob\.role/).querySelector("[role=menu]") as Element));
    await until("The role stays as it is. The server could not be reached.");
  });
});

describe("a resource that is not ready", () => {
  it("is made ready after a question, and its dialog closes", async () => {
    domain = await served.service.givenDomain({ ready: false });
    const page = await open("/settings/readiness");
    click(button("Make ready…", row(/^Cases/)));
    const asked = await eventually(() => dialog("Make ready: Cases"));
    click(button("Make ready", asked));
    await until("Cases: ready from now on.");
    await closed();
    await page.settled();
    expect(row(/^Cases/).textContent).toContain("Ready");
    expect(() => button("Make ready…", row(/^Cases/))).toThrow();
    expect(row(/^Threat events/).textContent).toContain("Make ready…");
    await page.goTo(`/d/${domain.name}/cases`);
    shows("Nothing here");
  });

  it("stays so if the request fails, with the reason in the dialog", async () => {
    domain = await served.service.givenDomain({ ready: false });
    const page = await open("/settings/readiness");
    page.answer(({ method }) => (method === "POST" ? { status: 0 } : undefined));
    click(button("Make ready…", row(/^Threat events/)));
    click(button("Make ready", await eventually(() => dialog("Make ready: Threat events"))));
    await eventually(() =>
      expect(dialog(/Make ready/).querySelector("[role=alert]")?.textContent).toBe("The server could not be reached."),
    );
  });
});

describe("a rule", () => {
  it("is found by its name, switched off with a reason, and on again", async () => {
    const page = await open("/settings/rules");
    enter(field("Name, title or technique"), "impossible_travel");
    await eventually(() => expect(location.search).toBe("?search=impossible_travel"));
    await page.settled();
    click(link("Impossible travel between sign-ins"));
    await page.settled();
    click(button("Switch off…"));
    await eventually(() => dialog("Switch the rule off"));
    enter(field("Reason"), " Everybody uses a VPN. ");
    click(button("Switch off"));
    await until("The rule is off.");
    await closed();
    await page.settled();
    shows(/Switched off just now.* by otto\.operator@northwind\.example: Everybody uses a VPN\./);
    await page.goTo(`/d/${domain.name}/settings/rules?state=off`);
    expect(row(/Impossible travel/).textContent).toContain("Off");
    expect(document.querySelectorAll("tbody tr")).toHaveLength(1);
    click(link("Impossible travel between sign-ins"));
    await page.settled();
    click(button("Switch on…"));
    await eventually(() => dialog("Switch the rule on"));
    enter(field("Reason"), "No longer.");
    click(button("Switch on"));
    await until("The rule is on.");
    expect(bodies(page)).toEqual([
      { state: "off", reason: "Everybody uses a VPN." },
      { state: "on", reason: "No longer." },
    ]);
  });

  it("gets an exception on its page, which is ended after a question", async () => {
    const page = await open("/settings/rules/impossible_travel");
    shows("The rule reports about everybody and everything.");
    click(button("New exception"));
    const asked = await eventually(() => dialog("New exception"));
    expect(() => field("Rule", asked)).toThrow();
    enter(field("Person, application or address"), "Maya.Ito@northwind.example");
    enter(field("Reason"), "Travels.");
    enter(field("Ends"), "30");
    click(button("Make exception"));
    await until("The exception is made.");
    await closed();
    await page.settled();
    expect(row(/maya\.ito@northwind\.example/).textContent).toContain("Not reported");
    expect(row(/maya\.ito/).textContent).toContain("Dec 2, 2026");
    click(button("End the exception for maya.ito@northwind.example"));
    const ending = await eventually(() => dialog("End the exception"));
    expect(ending.textContent).toContain(
      "The rule reports again, from the next rows on, about maya.ito@northwind.example.",
    );
    click(button("End exception", ending));
    await until("The exception has ended.");
    await closed();
    await until("The rule reports about everybody and everything.");
    const [made] = bodies(page);
    expect(made).toMatchObject({ rule: "impossible_travel", entity: "Maya.Ito@northwind.example", reason: "Travels." });
  });

  it("is named for an exception that is made on the page of all of them, and an unknown one is refused", async () => {
    const page = await open("/settings/rule-exceptions");
    shows("No exceptions");
    click(button("New exception"));
    await eventually(() => dialog("New exception"));
    enter(field("Rule"), "no_such_rule");
    enter(field("Person, application or address"), "10.0.0.1");
    enter(field("Reason"), "A scanner.");
    click(button("Make exception"));
    await eventually(() =>
      expect(dialog("New exception").querySelector("[role=alert]")?.textContent).toBe(
        "There is no rule with this name.",
      ),
    );
    enter(field("Rule"), " rare_country ");
    click(button("Make exception"));
    await closed();
    await page.settled();
    expect(row(/10\.0\.0\.1/).textContent).toContain("Sign-in from a country new for the user");
  });
});

describe("the audit log", () => {
  it("has what was changed, by whom, is filtered, and is verified", async () => {
    const page = await open("/settings/rule-exceptions");
    click(button("New exception"));
    await eventually(() => dialog("New exception"));
    for (const [label, text] of [
      ["Rule", "rare_country"],
      ["Person, application or address", "10.0.0.1"],
      ["Reason", "A scanner."],
    ] as const)
      enter(field(label), text);
    click(button("Make exception"));
    await closed();
    await page.goTo(`/d/${domain.name}/settings/audit`);
    const entry = row(/Made an exception of a rule/).textContent ?? "";
    expect(entry).toContain("otto.operator@northwind.examplefrom 198.51.100.7");
    expect(entry).toContain("A scanner.");
    enter(field(/^Action/), "rule.disable");
    await page.settled();
    shows("No entry matches the filters");
    click(button("Clear"));
    await page.settled();
    click(button("Verify"));
    await until(/\d+ entries, unaltered/);
  });

  it("says at which entry it is broken and why, and when it could not be verified", async () => {
    const page = await open("/settings/audit");
    page.answer(({ path }) => (path.includes("verify") ? { status: 0 } : undefined));
    click(button("Verify"));
    await until("The log was not verified. The server could not be reached.");
    page.answer(({ path }) =>
      path.includes("verify")
        ? { status: 200, body: { entries: 7, broken_at: 3, reason: "it is missing", head_hash: "" } }
        : undefined,
    );
    click(button("Verify"));
    await until("Broken at entry 3");
    shows("It is missing");
  });
});

describe("the public API", () => {
  it("is tried with a key: the command, the request and its response are shown", async () => {
    await open("/settings/api?operation=listUsers");
    enter(field("search"), "maya ito");
    enter(field("API key"), domain.key);
    await until("/api/v1/external/users?search=maya+ito'");
    shows(`curl -sS -H "X-API-Key: $PARAPET_API_KEY" 'http://parapet.test/api/v1/external/users?search=maya+ito'`);
    click(button("Send request"));
    await until(/"items": \[\]/);
    shows("200 OK");
    shows("content-type");
    expect(document.body.textContent).not.toContain("set-cookie");
  });

  it("shows the status of a refused request, and keeps the key for the next operation", async () => {
    const page = await open("/settings/api?operation=getCase");
    enter(field("case_id"), "nothing");
    enter(field("API key"), "ppt_wrong");
    click(await eventually(() => button("Send request")));
    await until("401 Unauthorized");
    click(link(/^GETList cases/));
    await page.settled();
    expect(field("API key").value).toBe("ppt_wrong");
  });

  it("sends the body that was entered", async () => {
    const page = await open("/settings/api?operation=submitVerdict");
    enter(field("case_id"), "00000000-0000-4000-8000-000000000001");
    enter(field("Body"), '{ "outcome": "it\'s wrong" }');
    enter(field("API key"), domain.key);
    await until(`--data-binary '{"outcome":"it'\\''s wrong"}'`);
    shows("-X POST");
    click(button("Send request"));
    await until("400 Bad Request");
    expect(page.sent.at(-1)?.body).toEqual({ outcome: "it's wrong" });
  });
});
