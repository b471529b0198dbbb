import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { API_TOKEN, type OktaVendor, startOkta } from "../../../test/support/vendors/okta.ts";
import { createStillWorld, pullAll, rowsOf, type StillWorld } from "../../../test/support/vendors/vendor-server.ts";
import type { Json, PulledPage } from "../connector.ts";
import { readSettings } from "../read-settings.ts";
import { oktaConnector } from "./connector.ts";

let vendor: OktaVendor;
let world: StillWorld;

beforeEach(async () => {
  vendor = await startOkta();
  world = createStillWorld("2026-11-15T12:00:00.000Z");
});
afterEach(() => vendor.close());

async function pull(cursor?: Json, settings: Readonly<Record<string, string>> = vendor.settings) {
  const source = oktaConnector.open(readSettings(oktaConnector, settings), world);
  try {
    return await pullAll(source, cursor);
  } finally {
    source.close();
  }
}

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 15, 10, minute)).toISOString();

function anEvent(n: number, fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    uuid: `event-${n}`,
    published: at(n),
    eventType: "user.session.start",
    displayMessage: "User login to Okta",
    actor: { id: "00u1", type: "User", alternateId: "maya.ito@northwind.example", displayName: "Maya Ito" },
    client: {
      ipAddress: "203.0.113.9",
      userAgent: { rawUserAgent: "Mozilla/5.0", os: "Windows 11", browser: "CHROME" },
      geographicalContext: {
        city: "Lyon",
        state: "Rhone",
        country: "France",
        geolocation: { lat: 45.7, lon: 4.8 },
      },
    },
    outcome: { result: "SUCCESS", reason: null },
    securityContext: { asNumber: 64500 },
    authenticationContext: { externalSessionId: `session-${n}` },
    debugContext: { debugData: { risk: "{reasons=New Device, level=MEDIUM}" } },
    transaction: { id: `tx-${n}` },
    target: null,
    ...fields,
  };
}

const idsOf = (pages: readonly PulledPage[]): readonly string[] =>
  [...rowsOf(pages, "SigninLogs"), ...rowsOf(pages, "AuditLogs")].map(({ Id }) => String(Id));
const objectsOf = (pages: readonly PulledPage[], kind: string) =>
  pages.flatMap(({ directory }) => directory.filter((batch) => batch.kind === kind).flatMap(({ objects }) => objects));

describe("the system log", () => {
  test("is read to its end, and then continued from there", async () => {
    vendor.events.push(...[1, 2, 3, 4, 5].map((n) => anEvent(n)));
    const first = await pull();
    expect(idsOf(first.pages)).toEqual([1, 2, 3, 4, 5].map((n) => `event-${n}`));
    expect(first.pages.at(-1)?.more).toBe(false);
    vendor.events.push(anEvent(6));
    const second = await pull(first.cursor);
    expect(idsOf(second.pages)).toEqual(["event-6"]);
    expect(idsOf((await pull(second.cursor)).pages)).toEqual([]);
  });

  test("continues after any page that was stored", async () => {
    vendor.events.push(...[1, 2, 3, 4, 5].map((n) => anEvent(n)));
    const { pages } = await pull();
    for (const [index, { cursor }] of pages.entries()) {
      const all = [...idsOf(pages.slice(0, index + 1)), ...idsOf((await pull(cursor)).pages)];
      expect(new Set(all).size).toBe(5);
      expect(all).toHaveLength(5);
    }
  });

  test("is continued by time when Okta no longer accepts the position", async () => {
    vendor.events.push(...[1, 20, 30].map((n) => anEvent(n)));
    const { cursor } = await pull();
    vendor.forgetPositions();
    vendor.events.push(anEvent(40));
    expect(idsOf((await pull(cursor)).pages)).toEqual(["event-20", "event-30", "event-40"]);
  });

  test("starts as far back as backfill_days", async () => {
    vendor.events.push(anEvent(1, { published: "2026-11-12T00:00:00.000Z" }), anEvent(2));
    expect(idsOf((await pull(undefined, { ...vendor.settings, backfill_days: "1" })).pages)).toEqual(["event-2"]);
  });
});

describe("events as rows", () => {
  test("a sign-in is a row of SigninLogs", async () => {
    vendor.events.push(anEvent(1));
    const [row] = rowsOf((await pull()).pages, "SigninLogs");
    expect(row).toMatchObject({
      TimeGenerated: at(1),
      _ItemId: "event-1",
      UserPrincipalName: "maya.ito@northwind.example",
      UserId: "00u1",
      IPAddress: "203.0.113.9",
      Location: "FR",
      LocationDetails: { city: "Lyon", countryOrRegion: "FR", geoCoordinates: { latitude: 45.7, longitude: 4.8 } },
      ResultType: "0",
      AppDisplayName: "Okta",
      SessionId: "session-1",
      DeviceDetail: { operatingSystem: "Windows 11", browser: "CHROME" },
      RiskLevelDuringSignIn: "medium",
      AuthenticationRequirement: "singleFactorAuthentication",
      AutonomousSystemNumber: "64500",
    });
  });

  test.each([
    [{ outcome: { result: "FAILURE", reason: "INVALID_CREDENTIALS" } }, "50126"],
    [{ outcome: { result: "FAILURE", reason: "LOCKED_OUT" } }, "50053"],
    [{ outcome: { result: "DENY", reason: "policy" } }, "53003"],
    [{ outcome: { result: "FAILURE", reason: "something new" } }, "50000"],
    [{ eventType: "user.authentication.auth_via_mfa", outcome: { result: "FAILURE" } }, "500121"],
    [{ eventType: "user.mfa.okta_verify.deny_push", outcome: { result: "SUCCESS" } }, "500121"],
    [{ eventType: "user.authentication.sso", outcome: { result: "ALLOW" } }, "0"],
  ])("an outcome becomes a result code: %j", async (fields, result) => {
    vendor.events.push(anEvent(1, fields));
    expect(rowsOf((await pull()).pages, "SigninLogs")[0]?.["ResultType"]).toBe(result);
  });

  test("an administrative event is a row of AuditLogs", async () => {
    vendor.events.push(
      anEvent(1, {
        eventType: "user.account.privilege.grant",
        displayMessage: "Grant user privilege",
        target: [
          { id: "00u2", type: "User", alternateId: "omar.diaz@northwind.example", displayName: "Omar Diaz" },
          { id: "role", type: "ROLE", displayName: "Super admin", changeDetails: { from: { a: 1 }, to: { a: 2 } } },
        ],
      }),
      anEvent(2, { eventType: "system.api_token.create", displayMessage: "Create API token" }),
      anEvent(3, { eventType: "group.user_membership.add", actor: { id: "app", type: "PublicClientApp" } }),
    );
    const rows = rowsOf((await pull()).pages, "AuditLogs");
    expect(rows[0]).toMatchObject({
      OperationName: "Add member to role",
      Category: "RoleManagement",
      LoggedByService: "Okta",
      Result: "success",
      InitiatedBy: { user: { userPrincipalName: "maya.ito@northwind.example", ipAddress: "203.0.113.9" } },
      TargetResources: [
        { userPrincipalName: "omar.diaz@northwind.example", type: "User" },
        { type: "Role", modifiedProperties: [{ displayName: "a", oldValue: "1", newValue: "2" }] },
      ],
    });
    expect(rows[1]).toMatchObject({ OperationName: "Create API token", Category: "Other" });
    expect(rows[2]).toMatchObject({ InitiatedBy: { app: { servicePrincipalId: "app" } } });
  });
});

describe("users and applications", () => {
  const user = (n: number, status = "ACTIVE", minute = n) => ({
    id: `00u${n}`,
    status,
    lastUpdated: at(minute),
    profile: {
      login: `user${n}@northwind.example`,
      email: `user${n}@northwind.example`,
      firstName: "U",
      lastName: `${n}`,
    },
  });
  const app = (n: number) => ({ id: `0oa${n}`, label: `App ${n}`, status: "ACTIVE" });

  test("are converted to directory objects, all at first and then the changes", async () => {
    vendor.users.push(user(1), user(2, "SUSPENDED"), user(3));
    vendor.apps.push(app(1), app(2), app(3));
    const first = await pull();
    expect(objectsOf(first.pages, "users").map(({ id, accountEnabled }) => [id, accountEnabled])).toEqual([
      ["00u1", true],
      ["00u2", false],
      ["00u3", true],
    ]);
    expect(objectsOf(first.pages, "users")[0]).toMatchObject({
      userPrincipalName: "user1@northwind.example",
      displayName: "U 1",
    });
    expect(objectsOf(first.pages, "service-principals")).toHaveLength(3);
    vendor.users.push(user(4, "ACTIVE", 50));
    const second = await pull(first.cursor);
    expect(objectsOf(second.pages, "users").map(({ id }) => id)).toContain("00u4");
    expect(objectsOf(second.pages, "service-principals")).toEqual([]);
  });

  test("a removed application is reported once", async () => {
    vendor.apps.push(app(1), app(2));
    const { cursor } = await pull();
    vendor.apps.shift();
    world.now = new Date("2026-11-15T13:30:00.000Z");
    const second = await pull(cursor);
    const gone = (pages: readonly PulledPage[]) =>
      objectsOf(pages, "service-principals").filter((object) => "@removed" in object);
    expect(gone(second.pages)).toEqual([{ id: "0oa1", "@removed": { reason: "deleted" } }]);
    world.now = new Date("2026-11-15T15:00:00.000Z");
    expect(gone((await pull(second.cursor)).pages)).toEqual([]);
  });
});

describe("failures of Okta", () => {
  test("the reset of an exhausted rate limit is awaited before the next request, and after a 429", async () => {
    vendor.events.push(...[1, 2, 3].map((n) => anEvent(n)));
    const reset = String(world.now.getTime() / 1_000 + 30);
    vendor.disturb("/api/v1/logs", { status: 429, headers: { "x-rate-limit-reset": reset } });
    vendor.disturb("/api/v1/users", {
      headers: { "x-rate-limit-remaining": "0", "x-rate-limit-reset": String(world.now.getTime() / 1_000 + 5) },
      body: [],
    });
    expect(idsOf((await pull()).pages)).toHaveLength(3);
    expect(world.slept).toEqual([5_000, 25_000]);
  });

  test("a page loop and a link to another host are problems", async () => {
    vendor.events.push(...[1, 2, 3].map((n) => anEvent(n)));
    const loop = `<${vendor.address}/api/v1/logs?after=2_0>; rel="next"`;
    vendor.disturb("/api/v1/logs", ...[1, 2, 3].map(() => ({ headers: { link: loop }, body: [anEvent(1)] })));
    await expect(pull()).rejects.toMatchObject({ kind: "page_loop" });
    const elsewhere = '<https://okta.evil.example/api/v1/logs?after=1>; rel="next"';
    vendor.disturb("/api/v1/users", { headers: { link: elsewhere }, body: [] });
    await expect(pull()).rejects.toMatchObject({ kind: "refused" });
  });

  test.each([[{}], ["text"], [[1]], [[{ uuid: "no time" }]]])("a malformed log is a problem: %j", async (body) => {
    vendor.disturb("/api/v1/logs", { body });
    await expect(pull()).rejects.toMatchObject({ kind: "malformed" });
  });

  test("the problem of a refused token does not contain the token", async () => {
    const failed = await pull(undefined, { ...vendor.settings, api_token: "wrong-token" }).catch(
      (error: Error) => error,
    );
    expect(failed).toMatchObject({ kind: "bad_credentials", code: "E0000011" });
    expect(`${failed} ${JSON.stringify(failed)}`).not.toContain("wrong-token");
  });
});

test("a service app authenticates with its key", async () => {
  vendor.events.push(anEvent(1));
  expect(idsOf((await pull(undefined, vendor.appSettings)).pages)).toEqual(["event-1"]);
  expect(JSON.stringify(vendor.asked.map(({ headers }) => headers))).not.toContain(API_TOKEN);
});

test("settings name one way to sign in, and never quote a secret", () => {
  const read = (settings: Record<string, string>) => () => readSettings(oktaConnector, settings);
  expect(read({ org_url: "https://x.okta.example" })).toThrow(/either/);
  expect(read({ ...vendor.settings, client_id: "a" })).toThrow(/either/);
  expect(read({ org_url: "https://x.okta.example", client_id: "a", private_key: "top secret" })).toThrow(
    /^the secret 'private_key' is not a private key/,
  );
  expect(read({ ...vendor.settings, api_token: "two words" })).toThrow("the secret 'api_token' is not one word");
});
