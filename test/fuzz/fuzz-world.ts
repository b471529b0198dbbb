import type { Role } from "../../src/model/role.ts";
import { SCOPES } from "../../src/model/vocabulary.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { aThreat, givenCase, givenDrift, givenNhi, givenThreats, givenUser } from "../support/given.ts";
import type { TestDomain, TestService } from "../support/service.ts";
import { givenMember } from "../support/signed-in.ts";
import { givenWorld } from "../support/world.ts";
import { POISON_IDS, POISON_TEXTS } from "./poison.ts";
import type { KnownValues } from "./requests.ts";

const CASES = 8;
const USERS = 60;

/** A domain that requests are sent to. */
export interface FuzzedDomain extends KnownValues {
  readonly key: string;
  readonly db: DomainHandle;
}

/** Fills a domain with generated data that has hostile text everywhere, and returns what requests can refer to. */
export async function givenFuzzedDomain(service: TestService): Promise<FuzzedDomain> {
  const world = await givenWorld(service, "fuzzed");
  const unready = await service.givenDomain({ ready: false });
  const { db } = world;
  const storable = POISON_TEXTS.filter((text) => text.isWellFormed() && !text.includes("\u0000"));
  const textAt = (index: number): string => storable[index % storable.length] ?? "";
  const emailAt = (index: number): string => `user.${index}@northwind.example`;
  for (let index = 0; index < USERS; index++) {
    const { tuid } = await givenUser(db, { name: textAt(index), userPrincipalName: emailAt(index) });
    await givenThreats(db, [
      aThreat({ tuid, title: textAt(index), summary: textAt(index + 1), userEmail: emailAt(index) }),
    ]);
    await givenNhi(db, { displayName: textAt(index) });
  }
  const caseIds: string[] = [];
  for (let index = 0; index < CASES; index++) {
    caseIds.push((await givenCase(db, { threatBrief: textAt(index), userEmail: emailAt(index) })).caseId);
  }
  const drift = await givenDrift(db, { delta: { [textAt(40)]: [textAt(41)] } });
  const etags = await Promise.all(
    caseIds.map(async (caseId) => String((await world.ask(`/cases/${caseId}`)).headers["etag"])),
  );
  const cursors = [...caseIds, ...world.threatIds, ...Object.values(world.ids)];
  const limited = await world.anotherKey({ scopes: ["cases:read"] });
  const elsewhere = await world.anotherKey({ scopes: SCOPES, allowedAddresses: ["198.51.100.0/24"] });
  const expired = await world.anotherKey({ expiresAt: new Date(service.clock.now.getTime() - 1_000) });
  return {
    key: world.key,
    db,
    eventIds: [...world.threatIds, ...POISON_IDS.slice(8, 10)],
    byName: {
      domain_id: [world.domainId, world.domainId, world.domainId, unready.domainId],
      ...Object.fromEntries(Object.entries(world.ids).map(([name, id]) => [name, [id]])),
      case_id: [world.found.caseId, ...caseIds],
      drift_id: [String(world.ids["drift_id"]), drift.driftId],
      email: ["fuzzed@northwind.example", emailAt(1), emailAt(2).toUpperCase()],
      search: ["fuz", "a", "us", "northwind", "%", "_"],
      category: ["initial_access"],
      source: ["entra_signin"],
      connector: ["duo", "okta"],
      next_cursor: cursors,
      "If-Match": [...etags, "*"],
      "If-None-Match": etags,
      "Idempotency-Key": Array.from({ length: 20 }, (_, index) => `key ${index}`),
      rule: ["impossible_travel", "signin_account_locked", "fuzzed"],
      table: [
        "SigninLogs",
        "AuditLogs",
        "OfficeActivity",
        "Syslog",
        "SecurityEvent",
        "DeviceProcessEvents",
        "EmailEvents",
      ],
      kind: ["users", "groups", "roles", "applications"],
    },
    credentials: [
      { "x-api-key": world.key },
      { authorization: `Bearer ${world.key}` },
      { "x-api-key": unready.key },
      { "x-api-key": limited },
      { "x-api-key": elsewhere },
      { "x-api-key": expired },
      { "x-api-key": world.key, authorization: `Bearer ${limited}` },
      { "x-api-key": `${world.key}x` },
      { authorization: "Basic YTpi" },
      {},
    ],
    sessions: await givenSessions(service, world),
  };
}

async function givenSessions(service: TestService, domain: TestDomain): Promise<KnownValues["sessions"]> {
  const sent = async (role: Role) => {
    const { cookie } = await givenMember(service, domain, role);
    return { cookie, "sec-fetch-site": "same-origin" };
  };
  const [owner, analyst, viewer] = [await sent("owner"), await sent("analyst"), await sent("viewer")];
  return [owner, analyst, viewer, { ...owner, "sec-fetch-site": "cross-site" }, { cookie: "__Host-parapet-access=x" }];
}
