import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestDomain } from "../support/service.ts";
import type { Browser } from "../support/signed-in.ts";
import { cancelDialog, click, enter } from "./support/act.ts";
import { button, card, dialog, field, isDialogOpen, row, shows } from "./support/find.ts";
import { eventually, type OpenedPage } from "./support/opened-page.ts";
import { signInAs } from "./support/people.ts";
import { serveConsole } from "./support/served-console.ts";

const DAY_MS = 86_400_000;
const served = serveConsole();
let domain: TestDomain;
let browser: Browser;
beforeAll(async () => {
  browser = await signInAs(served.service, "otto.operator", undefined, { isOperator: true });
});
beforeEach(async () => {
  domain = await served.service.givenDomain();
});

const openKeys = (query = ""): Promise<OpenedPage> => served.open(browser, `/d/${domain.name}/settings/keys${query}`);
const until = (text: string | RegExp): Promise<void> => eventually(() => shows(text));
const closed = (): Promise<void> => eventually(() => expect(isDialogOpen()).toBe(false));
const bodies = ({ sent }: OpenedPage): readonly unknown[] =>
  sent.filter(({ method }) => method !== "GET").map(({ body }) => body);

async function createKey(page: OpenedPage, name: string): Promise<string> {
  click(button("New API key"));
  await eventually(() => dialog("New API key"));
  enter(field("Name"), name);
  click(button("Create key"));
  const issued = await eventually(() => dialog("Store the key now"));
  const key = issued.querySelector("code")?.textContent ?? "";
  click(field("I stored the key"));
  click(
    await eventually(() => {
      const done = button("Done");
      expect(done.disabled).toBe(false);
      return done;
    }),
  );
  await closed();
  await page.settled();
  return key;
}

describe("a new key", () => {
  it("has the usual scopes, 90 days and any address unless it is asked for otherwise, and works", async () => {
    const page = await openKeys();
    const key = await createKey(page, " siem-prod ");
    const expiresAt = new Date(served.service.clock.now.getTime() + 90 * DAY_MS).toISOString();
    expect(bodies(page)).toEqual([
      {
        name: "siem-prod",
        scopes: [
          "cases:read",
          "threats:read",
          "users:read",
          "personas:read",
          "nhi:read",
          "integrations:read",
          "drift:read",
        ],
        expires_at: expiresAt,
      },
    ]);
    expect((await domain.ask("/whoami", { key })).body).toMatchObject({ key: { name: "siem-prod" } });
    expect(row(/siem-prod/).textContent).toContain("Jan 31, 2027");
    expect(card("Keys in use").textContent).toContain("Keys in use2");
  });

  it("has the scopes, the end and the networks that are chosen", async () => {
    const page = await openKeys();
    click(button("New API key"));
    await eventually(() => dialog("New API key"));
    enter(field("Name"), "narrow");
    for (const scope of [
      /^Read threat events/,
      /^Read the people/,
      /^Read personas/,
      /^Read machine/,
      /^Read the state/,
      /^Read drift/,
    ])
      click(field(scope));
    click(field(/^Give verdicts/));
    enter(field("Expires"), "never");
    enter(field("Allowed addresses"), "192.0.2.0/24, 198.51.100.7\n203.0.113.1");
    click(button("Create key"));
    await eventually(() => dialog("Store the key now"));
    expect(bodies(page)).toEqual([
      {
        name: "narrow",
        scopes: ["cases:read", "cases:verdict"],
        expires_at: null,
        allowed_addresses: ["192.0.2.0/24", "198.51.100.7", "203.0.113.1"],
      },
    ]);
    shows("Waiting for the first request…");
  });

  it("cannot be created without a scope", async () => {
    await openKeys();
    click(button("New API key"));
    const asked = await eventually(() => dialog("New API key"));
    const boxes = [...asked.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
    for (const box of boxes.filter(({ checked }) => checked)) click(box);
    await eventually(() => expect(button("Create key").disabled).toBe(true));
    expect(boxes).toHaveLength(10);
  });

  it("stays on the screen until it is stored, and is not shown again", async () => {
    const page = await openKeys();
    click(button("New API key"));
    await eventually(() => dialog("New API key"));
    enter(field("Name"), "once");
    click(button("Create key"));
    const issued = await eventually(() => dialog("Store the key now"));
    const key = issued.querySelector("code")?.textContent ?? "";
    expect(issued.textContent).toContain("This is the only time the key of once is shown.");
    expect(issued.textContent).toContain(
      `curl -sS -H 'X-API-Key: ${key}' 'http://parapet.test/api/v1/external/whoami'`,
    );
    expect(button("Done").disabled).toBe(true);
    cancelDialog();
    await page.settled();
    expect(isDialogOpen()).toBe(true);
    click(field("I stored the key"));
    await eventually(() => expect(button("Done").disabled).toBe(false));
    cancelDialog();
    await closed();
    expect(document.body.textContent).not.toContain(key);
  });

  it("that is refused is explained in its dialog", async () => {
    const page = await openKeys();
    click(button("New API key"));
    await eventually(() => dialog("New API key"));
    enter(field("Name"), "refused");
    enter(field("Allowed addresses"), "nowhere");
    click(button("Create key"));
    await eventually(() =>
      expect(dialog("New API key").querySelector("[role=alert]")?.textContent).toContain("Allowed addresses must"),
    );
    await page.settled();
    expect(document.querySelector("tbody")?.textContent).not.toContain("refused");
    click(button("Cancel"));
    await closed();
  });
});

it("a rotated key is replaced by one of the same name, and works as long as was chosen", async () => {
  const page = await openKeys();
  const old = await createKey(page, "feed");
  click(button("Rotate…", row(/feed/)));
  const asked = await eventually(() => dialog("Rotate API key"));
  expect(asked.textContent).toContain("A new key with the name, scopes and addresses of feed is created.");
  enter(field("Old key"), "3600");
  enter(field("New key expires"), "30");
  click(button("Rotate key"));
  const issued = await eventually(() => dialog("Store the key now"));
  expect(issued.textContent).toContain("The old key works for 1 more hour.");
  const expiresAt = new Date(served.service.clock.now.getTime() + 30 * DAY_MS).toISOString();
  expect(bodies(page).at(-1)).toEqual({ overlap_seconds: 3_600, expires_at: expiresAt });
  expect((await domain.ask("/whoami", { key: old })).status).toBe(200);
  await page.settled();
  expect(row(/feed.*Replaced/).querySelector<HTMLButtonElement>("[role=menuitem]")?.disabled).toBe(true);
});

it("a rotated key has the lifetime of the old one, which works for a day, unless it is chosen otherwise", async () => {
  const page = await openKeys();
  await createKey(page, "feed");
  click(button("Rotate…", row(/feed/)));
  await eventually(() => dialog("Rotate API key"));
  click(button("Rotate key"));
  const issued = await eventually(() => dialog("Store the key now"));
  expect(issued.textContent).toContain("The old key works for 24 more hours.");
  expect(bodies(page).at(-1)).toEqual({ overlap_seconds: 86_400 });
});

it("a key is revoked once its name is typed, is refused from then on, and is listed on demand", async () => {
  const page = await openKeys();
  const key = await createKey(page, "leaked");
  click(button("Revoke…", row(/leaked/)));
  const asked = await eventually(() => dialog("Revoke API key"));
  expect(button("Revoke key", asked).disabled).toBe(true);
  enter(field("Type leaked to confirm"), "leak");
  await page.settled();
  expect(button("Revoke key", asked).disabled).toBe(true);
  enter(field("Type leaked to confirm"), "leaked ");
  await eventually(() => expect(button("Revoke key", asked).disabled).toBe(false));
  click(button("Revoke key", asked));
  await until("The key leaked is revoked.");
  await closed();
  await page.settled();
  expect((await domain.ask("/whoami", { key })).status).toBe(401);
  expect(() => row(/leaked/)).toThrow();
  click(button("Show 1 revoked or expired"));
  await until("Revoked and expired");
  expect(row(/leaked/).textContent).toContain("Revoked");
  expect(location.search).toBe("?ended=shown");
  click(button("Hide 1 revoked or expired"));
  await eventually(() => expect(() => row(/leaked/)).toThrow());
});

it("the first request with a new key is seen", async () => {
  const page = await openKeys();
  click(button("New API key"));
  await eventually(() => dialog("New API key"));
  enter(field("Name"), "watched");
  click(button("Create key"));
  const issued = await eventually(() => dialog("Store the key now"));
  const key = issued.querySelector("code")?.textContent ?? "";
  await domain.ask("/whoami", { key, address: "203.0.113.9" });
  await eventually(() => expect(issued.textContent).toMatch(/First request at .* from 203\.0\.113\.9/));
  await page.settled();
});
