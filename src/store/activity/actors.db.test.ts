import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { givenUser } from "../../../test/support/given.ts";
import type { DomainHandle } from "../database/database.ts";
import { findActorDays } from "./actors.ts";

let opened: TestDatabase;
let db: DomainHandle;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
});

const SID = "sid:s-1-5-21-1-2-3-1104";

test.each([SID, "sam:maya"])(
  "a Windows account whose domain the directory does not name is found by %s",
  async (alias) => {
    const { tuid } = await givenUser(db);
    await db.execute(
      "insert into identity_aliases (domain_id, alias, kind, subject, tuid) values ($1, $2, 'user', $3::uuid::text, $3::uuid)",
      [alias, tuid],
    );
    await db.execute(
      `insert into activity_actors (domain_id, actor_key, kind, keys, first_day, last_day)
     values ($1, 'sam:corp\\maya', 'user', $2::text[], 1, 2)`,
      [["sam:maya", SID]],
    );
    expect((await findActorDays(db, tuid)).map(({ key }) => key)).toEqual(["sam:corp\\maya"]);
  },
);
