import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { givenConnector } from "../support/given.ts";
import type { TestDomain } from "../support/service.ts";
import type { Browser } from "../support/signed-in.ts";
import { startOkta } from "../support/vendors/okta.ts";
import { click, enter } from "./support/act.ts";
import { button, card, dialog, field, isDialogOpen, row, shows } from "./support/find.ts";
import { givenNorthwind } from "./support/northwind.ts";
import { eventually, type OpenedPage } from "./support/opened-page.ts";
import { signInAs } from "./support/people.ts";
import { serveConsole } from "./support/served-console.ts";

const served = serveConsole({ connectorAddresses: ["127.0.0.1"] });
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

describe("an integration", () => {
  let okta: Awaited<ReturnType<typeof startOkta>>;
  beforeAll(async () => {
    okta = await startOkta();
  });
  afterAll(() => okta.close());

  it("is set up with its settings; a stored secret is not shown and is kept if its field is left empty", async () => {
    const page = await open("/integrations/okta");
    for (const [name, value] of Object.entries(okta.settings)) {
      enter(document.querySelector(`[name=${name}]`) as HTMLInputElement, value);
    }
    click(button("Set up"));
    await until("The integration is set up. Test it now.");
    await page.settled();
    const token = document.querySelector("[name=api_token]") as HTMLInputElement;
    expect([token.value, token.placeholder, token.type]).toEqual([
      "",
      "Stored; enter a new one to replace it",
      "password",
    ]);
    enter(field(/^Backfill days/), "30");
    click(field("Read everything again from the start"));
    click(button("Save"));
    await until("The settings are saved.");
    expect(page.sent.filter(({ method }) => method === "PUT").at(-1)?.body).toMatchObject({
      settings: { backfill_days: "30" },
      secrets: {},
      restart: true,
    });
    expect(field("Read everything again from the start").checked).toBe(false);
  });

  it("that lacks a required setting is refused", async () => {
    const page = await open("/integrations/okta");
    enter(document.querySelector("[name=org_url]") as HTMLInputElement, "not an address");
    click(button("Set up"));
    await eventually(() => expect(card("Settings").querySelector("[role=alert]")?.textContent).toMatch(/\.$/));
    await page.settled();
  });

  it("is tested step by step, with what each step found", async () => {
    await givenConnector(domain.db);
    const page = await open("/integrations/okta");
    const steps = [
      { step: "settings", state: "passed", detail: null },
      { step: "address", state: "failed", detail: "It is not allowed." },
      { step: "connection", state: "skipped", detail: null },
    ];
    page.answer(({ path }) =>
      path.endsWith("/test")
        ? { status: 200, body: { steps, rows: { Syslog: 2 }, directory: { users: 1 }, notes: ["A note."] } }
        : undefined,
    );
    click(button("Run the test"));
    await until("The address is allowed");
    expect([...document.querySelectorAll(".test-steps li")].map(({ textContent }) => textContent)).toEqual([
      "The settings are complete",
      "The address is allowedIt is not allowed.",
      "The server answers",
    ]);
    expect([...document.querySelectorAll(".test-steps svg")].map((icon) => icon.getAttribute("aria-label"))).toEqual([
      "Passed",
      "Failed",
      "Not tried",
    ]);
    shows("Read: Syslog (2 items), users (1 item)");
    shows("A note.");
  });

  it("is disabled, which can be taken back, enabled, polled, and removed", async () => {
    await givenConnector(domain.db);
    const page = await open("/integrations/okta");
    click(button("Disable"));
    await until("Disabled.");
    await page.settled();
    expect(() => button("Poll now")).toThrow();
    click(button("Undo"));
    await until("Enabled.");
    await page.settled();
    click(button("Poll now"));
    await until("The poll starts within seconds.");
    click(button("Remove…"));
    const asked = await eventually(() => dialog("Remove the integration"));
    expect(asked.textContent).toContain("Its settings, secrets and polls are deleted.");
    click(button("Remove", asked));
    await until("The integration is removed.");
    await closed();
    await page.settled();
    button("Set up");
  });

  it("that cannot be changed stays as it is, with the reason", async () => {
    await givenConnector(domain.db);
    const page = await open("/integrations/okta");
    page.answer(({ method }) => (method === "GET" ? undefined : { status: 0 }));
    click(button("Disable"));
    await until("Nothing was changed. The server could not be reached.");
    click(button("Poll now"));
    await until("It is not polled now. The server could not be reached.");
  });
});

describe("the filters of a list", () => {
  beforeEach(async () => {
    domain = await givenNorthwind(served.service);
  });
  const rows = (): number => document.querySelectorAll("tbody tr").length;

  it("apply when typing pauses, stand in the address, and are cleared together", async () => {
    const page = await open("/people");
    expect(rows()).toBe(5);
    enter(field("Name or UPN"), " maya ");
    await eventually(() => expect(location.search).toBe("?search=maya"));
    await page.settled();
    expect(rows()).toBe(1);
    expect(row(/Maya Ito/).textContent).toContain("maya@northwind.example");
    click(button("Clear"));
    await page.settled();
    expect([rows(), location.search, field("Name or UPN").value]).toEqual([5, "", ""]);
    expect(() => button("Clear")).toThrow();
  });

  it.each([
    ["/nhi", /^Status/, "dormant", "status=dormant", 1],
    ["/nhi", /^Analyzed/, "no", "has_persona=false", 2],
    ["/nhi", /^Class/, "service_principal", "nhi_class=service_principal", 5],
    ["/nhi", /^Platform/, "okta", "provider=okta", 0],
    ["/drift", /^Window/, "30d", "time_period=30d", 1],
    ["/drift", /^Change in/, "steward_change", "computator=steward_change", 1],
    ["/drift", /^Detected/, "1", "detected_after=2026-11-01T10%3A00%3A00.000Z", 0],
    ["/people", /^Changed/, "30", "updated_after=2026-10-03T10%3A00%3A00.000Z", 5],
  ] as const)("of %s: %s is %s", async (path, label, value, query, expected) => {
    const page = await open(path);
    enter(field(label), value);
    await eventually(() => expect(location.search).not.toBe(""));
    await page.settled();
    expect(page.sent.at(-1)?.path).toContain(query);
    expect(rows()).toBe(expected);
  });

  it("of cases: type, age and state", async () => {
    const page = await open("/cases?state=all");
    const cases = (): number => document.querySelectorAll(".case-row").length;
    expect(cases()).toBe(7);
    enter(field(/^Type/), "insider_threat");
    await page.settled();
    await eventually(() => expect(cases()).toBe(1));
    click(button("Clear"));
    await eventually(() => expect(cases()).toBe(7));
    enter(field(/^Created/), "over7d");
    await eventually(() => expect(location.search).toContain("since=over7d"));
    await page.settled();
    expect(cases()).toBe(2);
  });

  it("that have another value than those offered are left out of the request", async () => {
    const page = await open("/nhi?status=odd");
    expect(page.sent.at(-1)?.path).not.toContain("status");
    await page.goTo(`/d/${domain.name}/drift?period=1y&tuid=nobody&since=2`);
    expect(page.sent.at(-1)?.path).not.toMatch(/time_period|tuid|detected_after/);
  });
});

it("a threat event opens and closes in place, and stands in the address", async () => {
  domain = await givenNorthwind(served.service);
  const page = await open("/threats");
  const title = button("Mailbox rule forwards mail outside");
  click(title);
  await until("Rows behind it");
  await page.settled();
  expect(title.getAttribute("aria-expanded")).toBe("true");
  expect(location.search).toMatch(/^\?event=/);
  click(title);
  await eventually(() => expect(document.body.textContent).not.toContain("Rows behind it"));
  expect(location.search).toBe("");
});
