import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isCluster } from "../../../test/support/cluster.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { givenUser } from "../../../test/support/given.ts";
import { findAddressees } from "./users.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const MIGRATION = new URL("../migrations/202611152150_find_shown_addresses.sql", import.meta.url);

// No database is distributed before this migration: `parapet distribute` came later and applies it first.
test.skipIf(isCluster())(
  "the migration gives stored addresses the same shown form as a later save of the user",
  async () => {
    const db = await opened.addDomain();
    const odd = [
      "maya\u202eoti@x.example",
      "a\u0007b@x.example",
      " c\u00a0 d@x.example",
      "\u200be@x.example",
      "\u2066\u2069",
    ];
    const users = await Promise.all(
      [...odd, "plain@x.example", "é@x.example", `${"l".repeat(320)}\u202e@x.example`].map((userPrincipalName) =>
        givenUser(db, { userPrincipalName, emailAddresses: [] }),
      ),
    );
    const read = () =>
      db.query<{ address: string; shown_address: string | null }>(
        "select address, shown_address from user_addresses where domain_id = $1 order by tuid",
      );
    const saved = await read();
    expect(saved.filter(({ shown_address: shown }) => shown !== null)).toHaveLength(odd.length - 1);
    await db.execute("update user_addresses set shown_address = null where domain_id = $1");
    const [, backfill = ""] = readFileSync(MIGRATION, "utf8").split(/(?=^alter table user_addresses no force)/m);
    await opened.database.exclusively((run) => run(backfill));
    expect(await read()).toEqual(saved);
    expect((await findAddressees(db, "MAYA OTI@x.example")).tuids).toEqual([users[0]?.tuid]);
  },
);
