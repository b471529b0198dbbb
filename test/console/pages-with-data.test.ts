import { beforeAll, describe, it } from "vitest";
import { idOf } from "../support/records.ts";
import type { TestDomain } from "../support/service.ts";
import type { Browser } from "../support/signed-in.ts";
import { expectText } from "./support/expected-text.ts";
import { CASES, DRIFT, givenNorthwind, MAYA, NHIS, THREATS } from "./support/northwind.ts";
import { signInAs } from "./support/people.ts";
import { serveConsole } from "./support/served-console.ts";

const served = serveConsole();
let domain: TestDomain;
let owner: Browser;
let viewer: Browser;
let operator: Browser;
beforeAll(async () => {
  domain = await givenNorthwind(served.service);
  owner = await signInAs(served.service, "olga.owner", domain);
  viewer = await signInAs(served.service, "vera.viewer", domain, { role: "viewer" });
  operator = await signInAs(served.service, "otto.operator", undefined, { isOperator: true });
});

/** Addresses below the domain, by the name of the file with the text that they show. */
const PAGES: Readonly<Record<string, string>> = {
  overview: "/",
  cases: "/cases",
  "cases-decided": "/cases?state=enforced",
  "cases-of-a-day": "/cases?state=all&day=2026-11-01&email=maya.ito@northwind.example",
  "case-of-a-person": `/cases/${CASES.maya}`,
  "case-of-a-machine": `/cases/${CASES.robot}`,
  "case-of-a-guest": `/cases/${CASES.waiting}`,
  "case-closed": `/cases/${CASES.closed}`,
  threats: "/threats",
  "threat-of-a-person": `/threats?event=${THREATS.travel}`,
  "threat-of-a-machine": `/threats?event=${THREATS.robot}`,
  "threat-of-nobody": `/threats?event=${THREATS.nobody}`,
  people: "/people",
  "person-known": `/people/${MAYA}`,
  "person-bare": `/people/${idOf(2)}`,
  "person-uncovered": `/people/${idOf(3)}`,
  "person-safe": `/people/${idOf(4)}`,
  "person-new": `/people/${idOf(5)}`,
  "person-not-found": "/people/find?email=gone@northwind.example",
  "person-found-by-address": "/people/find?email=JON.abara@northwind.example",
  nhi: "/nhi",
  "nhi-clusters": "/nhi/clusters",
  "nhi-known": `/nhi/${NHIS.known}`,
  "nhi-bare": `/nhi/${NHIS.bare}`,
  "nhi-uncovered": `/nhi/${NHIS.uncovered}`,
  "nhi-new": `/nhi/${NHIS.new}`,
  "nhi-with-a-chosen-actor": `/nhi/${NHIS.known}?reach=strong&node=actor%20${MAYA}%20owner`,
  "nhi-with-a-chosen-resource": `/nhi/${NHIS.known}?reach=unseen&node=resource%20vault`,
  "nhi-seen-in-use": `/nhi/${NHIS.known}?reach=seen`,
  drift: "/drift",
  "drift-of-one-person": `/drift?tuid=${MAYA}&period=30d`,
  "drift-of-a-share": `/drift/${DRIFT.share}`,
  "drift-of-a-set": `/drift/${DRIFT.set}`,
  "drift-of-an-amount": `/drift/${DRIFT.amount}`,
  "drift-of-counts": `/drift/${DRIFT.count}`,
  "drift-of-another-system": `/drift/${DRIFT.foreign}`,
  "drift-in-words": `/drift/${DRIFT.text}`,
  integrations: "/integrations?search=a&category=identity_provider",
  "integrations-set-up": "/integrations?status=degraded",
  "integration-polled": "/integrations/okta",
  "integration-degraded": "/integrations/azure_activity",
  "integration-disabled": "/integrations/palo_alto",
  "integration-not-set-up": "/integrations/entra_directory",
  "coverage-quiet": "/coverage?status=quiet",
  "coverage-never": "/coverage?status=never&table=urlclick",
  settings: "/settings",
  "settings-keys": "/settings/keys",
  "settings-members": "/settings/members",
  "settings-readiness": "/settings/readiness",
  "settings-rules": "/settings/rules?kind=behavior&search=rare",
  "settings-rule-off": "/settings/rules/rare_country",
  "settings-rule-with-exceptions": "/settings/rules/impossible_travel",
  "settings-exceptions": "/settings/rule-exceptions",
  "settings-refused": "/settings/refused-rules",
  "settings-audit": "/settings/audit?action=api_key.create",
  "settings-api": "/settings/api?operation=submitVerdict",
  "settings-account": "/settings/account",
  "not-found": "/no/such/page",
};

describe("with data, a page shows what its text in test/console/pages says:", () => {
  it.each(Object.entries(PAGES))("%s", async (name, path) => {
    await expectText(await served.open(owner, `/d/${domain.name}${path}`), name, domain);
  });
});

/** What is left of a page for somebody who may only look at it. */
const OF_A_VIEWER: Readonly<Record<string, string>> = {
  "viewer-case": `/cases/${CASES.jon}`,
  "viewer-cases": `/cases?case=${CASES.jon}`,
  "viewer-threat": `/threats?event=${THREATS.travel}`,
  "viewer-threat-without-rows": `/threats?event=${THREATS.nobody}`,
  "viewer-keys": "/settings/keys",
  "viewer-readiness": "/settings/readiness",
  "viewer-rule": "/settings/rules/impossible_travel",
  "viewer-integration": "/integrations/okta",
  "viewer-settings": "/settings",
};

describe("for a viewer, a page shows what its text in test/console/pages says:", () => {
  it.each(Object.entries(OF_A_VIEWER))("%s", async (name, path) => {
    await expectText(await served.open(viewer, `/d/${domain.name}${path}`), name, domain);
  });
});

it("an operator sees the log of the installation", async () => {
  const path = `/d/${domain.name}/settings/installation-log?action=account.operator`;
  await expectText(await served.open(operator, path), "operator-installation-log", domain);
});
