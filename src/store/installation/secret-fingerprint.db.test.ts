import { afterEach, beforeEach, expect, test } from "vitest";
import { TEST_ACTOR } from "../../../test/support/actor.ts";
import { connectorRequest } from "../../../test/support/connector-request.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { configureConnector } from "../../actions/configure-connector.ts";
import { createDomain } from "../../actions/create-domain.ts";
import { systemClock } from "../../runtime/clock.ts";
import { newId } from "../../runtime/ids.ts";
import { adoptSecret, beginReplacement, compareSecret, endReplacement, hasFingerprint } from "./secret-fingerprint.ts";

const FIRST = "the first secret, of thirty-two characters and more";
const OTHER = "another secret, of thirty-two characters and more";
let opened: TestDatabase;

beforeEach(async () => {
  opened = await openTestDatabase();
});
afterEach(() => opened.close());

const adopt = (secret: string) => adoptSecret(opened.database, secret, systemClock());

async function givenConnector(): Promise<void> {
  const { database } = opened;
  const db = database.forDomain(await createDomain({ database, clock: systemClock, actor: TEST_ACTOR }, `d${newId()}`));
  const request = connectorRequest("okta", { org_url: "https://northwind.okta.com" }, { api_token: "token" });
  await configureConnector({ db, clock: systemClock, actor: TEST_ACTOR }, FIRST, request);
}

test("the first secret is adopted, another one is refused, and the database holds neither", async () => {
  expect(await compareSecret(opened.database, FIRST)).toBe("unset");
  expect(await hasFingerprint(opened.database.system)).toBe(false);
  expect([await adopt(FIRST), await adopt(OTHER), await adopt(FIRST)]).toEqual(["same", "other", "same"]);
  expect(await compareSecret(opened.database, OTHER)).toBe("other");
  const rows = await opened.database.system.query("select * from installation");
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("secret, of");
});

test("of two processes that start at once with different secrets, one is refused", async () => {
  expect((await Promise.all([adopt(FIRST), adopt(OTHER)])).sort()).toEqual(["other", "same"]);
});

test("a database without a fingerprint is adopted only by the secret that opens its connectors' secrets", async () => {
  await givenConnector();
  expect(await adopt(OTHER)).toBe("other");
  expect(await hasFingerprint(opened.database.system)).toBe(false);
  expect(await adopt(FIRST)).toBe("same");
});

test("a replaced secret is the database's from then on", async () => {
  await givenConnector();
  await adopt(FIRST);
  const mark = await beginReplacement(opened.database, systemClock());
  expect([await adopt(OTHER), await adopt(FIRST)]).toEqual(["replacing", "replacing"]);
  await endReplacement(opened.database.system, mark, OTHER, systemClock());
  expect([await adopt(OTHER), await adopt(FIRST)]).toEqual(["same", "other"]);
});

test("of two replacements at the same time, the first to begin is refused", async () => {
  const { database } = opened;
  const [first, second] = [
    await beginReplacement(database, systemClock()),
    await beginReplacement(database, systemClock()),
  ];
  await expect(endReplacement(database.system, first, FIRST, systemClock())).rejects.toMatchObject({
    code: "unavailable",
  });
  await endReplacement(database.system, second, OTHER, systemClock());
  expect(await adopt(OTHER)).toBe("same");
});
