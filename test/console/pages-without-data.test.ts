import { beforeAll, describe, expect, it } from "vitest";
import { idOf } from "../support/records.ts";
import type { TestDomain } from "../support/service.ts";
import type { Browser } from "../support/signed-in.ts";
import { click } from "./support/act.ts";
import { expectText } from "./support/expected-text.ts";
import { button } from "./support/find.ts";
import { signInAs } from "./support/people.ts";
import { serveConsole } from "./support/served-console.ts";

const served = serveConsole();
let empty: TestDomain;
let young: TestDomain;
let owner: Browser;
let learner: Browser;
beforeAll(async () => {
  empty = await served.service.givenDomain();
  young = await served.service.givenDomain({ ready: false });
  owner = await signInAs(served.service, "olga.owner", empty);
  learner = await signInAs(served.service, "lena.learner", young);
});

const LISTS = {
  overview: "/",
  cases: "/cases",
  threats: "/threats",
  people: "/people",
  nhi: "/nhi",
  "nhi-clusters": "/nhi/clusters",
  drift: "/drift",
} as const;
const FILTERED = {
  "cases-filtered": "/cases?email=nobody@northwind.example",
  "threats-filtered": "/threats?category=impact",
  "people-filtered": "/people?search=nobody",
  "people-changed": "/people?changed=7",
  "nhi-filtered": "/nhi?status=dormant",
  "drift-filtered": "/drift?since=7",
  "integrations-filtered": "/integrations?search=nothing-like-it",
  "coverage-filtered": "/coverage?table=nothing",
  "rules-filtered": "/settings/rules?search=nothing-like-it",
  "audit-filtered": "/settings/audit?action=domain.delete",
} as const;
const SINGLE = {
  case: `/cases/${idOf(1)}`,
  person: `/people/${idOf(1)}`,
  machine: `/nhi/${idOf(1)}`,
  change: `/drift/${idOf(1)}`,
  integration: "/integrations/nothing",
  rule: "/settings/rules/nothing",
} as const;

describe("without data, a page explains why it is empty, as its text in test/console/pages says:", () => {
  it.each(Object.entries({ ...LISTS, exceptions: "/settings/rule-exceptions", ...FILTERED }))(
    "%s",
    async (name, path) => {
      await expectText(await served.open(owner, `/d/${empty.name}${path}`), `empty-${name}`, empty);
    },
  );

  it.each(Object.entries(SINGLE))("of a %s that does not exist", async (name, path) => {
    await expectText(await served.open(owner, `/d/${empty.name}${path}`), `missing-${name}`, empty);
  });
});

describe("before enough history was observed, a page says what is missing, as its text in test/console/pages says:", () => {
  it.each(Object.entries({ ...LISTS, readiness: "/settings/readiness" }))("%s", async (name, path) => {
    await expectText(await served.open(learner, `/d/${young.name}${path}`), `young-${name}`, young);
  });
});

describe("a page whose request fails", () => {
  it("says that the server cannot be reached, and loads when it can be again", async () => {
    const page = await served.open(owner, `/d/${empty.name}/cases`);
    page.answer(({ path }) => (path.includes("/threats") ? { status: 0 } : undefined));
    await page.goTo(`/d/${empty.name}/threats`);
    expect(page.outline()).toContain("The server cannot be reached");
    expect(page.outline()).toContain("Check your connection. Nothing was changed.");
    expect(page.sent.filter(({ path }) => path.includes("/threats"))).toHaveLength(3);
    page.answer(() => undefined);
    click(button("Try again"));
    await page.settled();
    expect(page.outline()).toContain("No threat events");
  });

  it("shows an error of the server as a sentence, with the id under which the server's log has it", async () => {
    const page = await served.open(owner, `/d/${empty.name}/cases`);
    const body = { error: "internal_error", message: "something broke", request_id: "request-7" };
    page.answer(({ path }) => (path.includes("/nhi") ? { status: 500, body } : undefined));
    await page.goTo(`/d/${empty.name}/nhi`);
    for (const text of ["This did not load", "Something broke.", "Request request-7"]) {
      expect(page.outline()).toContain(text);
    }
  });

  it("does not repeat a request that would be refused again", async () => {
    const page = await served.open(owner, `/d/${empty.name}/cases`);
    page.answer(({ path }) =>
      path.includes("/drift")
        ? { status: 403, body: { error: "forbidden", message: "your role is too small" } }
        : undefined,
    );
    await page.goTo(`/d/${empty.name}/drift`);
    expect(page.outline()).toContain("Your role does not include this");
    expect(page.outline()).toContain("Your role is too small.");
    expect(page.sent.filter(({ path }) => path.includes("/drift"))).toHaveLength(1);
  });

  it("counts down when there were too many requests, and then asks again", async () => {
    const page = await served.open(owner, `/d/${empty.name}/cases`);
    let refusals = 0;
    page.answer(({ path }) => {
      if (!path.includes("/users") || refusals >= 3) return undefined;
      refusals += 1;
      return { status: 429, body: { error: "rate_limited", message: "slow down" }, headers: { "retry-after": "0" } };
    });
    await page.goTo(`/d/${empty.name}/people`);
    expect(refusals).toBe(3);
    expect(page.outline()).toContain("No people yet");
  });
});
