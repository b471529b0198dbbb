import { afterAll, beforeAll, expect, it } from "vitest";
import { SERVICE_TABLES } from "../../src/ingest/rows/ingest-rows.ts";
import { analyzeSmall, deliverDirectory, deliverRows, smallOrganization } from "../support/analyzed-organization.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

const DAY_MS = 86_400_000;
const { rows, directory, until } = smallOrganization();
const timeOf = (row: (typeof rows)[number]): number => Date.parse(String(row.columns["TimeGenerated"]));
const FIRST = timeOf(rows[0] ?? { table: "Syslog", columns: {} });

let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  service = await startTestService();
  domain = await service.givenDomain({ ready: false });
});
afterAll(() => service.stop());

const before = (days: number) => rows.filter((row) => timeOf(row) < FIRST + days * DAY_MS);

/** The days that the rows of any table, and those of services, span. */
interface Observed {
  readonly all: number;
  readonly services: number;
}

async function deliverDays(days: number): Promise<Observed> {
  const own = before(days);
  await deliverRows(domain.db, own);
  return { all: spanOf(own), services: spanOf(own.filter(({ table }) => SERVICE_TABLES.has(table))) };
}

function spanOf(own: typeof rows): number {
  const times = own.map(timeOf);
  return (Math.max(...times) - Math.min(...times)) / DAY_MS;
}

const analyze = () => analyzeSmall(service.database, { domainId: domain.domainId, clock: () => until });

/** Returns the status and, of a 423, the days and details, for each resource that the analysis builds. */
async function ask(): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const [user] = await domain.db.query<{ tuid: string }>("select tuid from users where domain_id = $1 limit 1");
  const paths = {
    persona: `/personas/${user?.tuid ?? domain.domainId}`,
    detail: `/personas/${user?.tuid ?? domain.domainId}/detail`,
    nhi: "/nhi/personas",
    clusters: "/nhi/clusters",
  };
  const replies: Record<string, readonly unknown[]> = {};
  for (const [name, path] of Object.entries(paths)) {
    const { status, body } = await domain.ask(path);
    replies[name] = status === 423 ? [status, body["days_until_ready"], body["details"]] : [status];
  }
  return replies;
}

const READY = [200];
/** The observed history is stored within an hour, so that not every delivery writes. */
const near = (days: number) => expect.closeTo(days, 1) as number;
const history = (noun: string, required: number) =>
  expect.stringContaining(`${noun} need ${required} days of history`) as string;

it("the analysis makes its resources ready when the history suffices, and they stay ready", async () => {
  const noSource = (noun: string) => `no source that feeds ${noun} has delivered data yet`;
  expect(await ask()).toEqual({
    persona: [423, 7, noSource("personas")],
    detail: [423, 7, noSource("personas")],
    nhi: [423, 7, noSource("NHIs")],
    clusters: [423, 14, noSource("NHI clusters")],
  });

  await deliverDirectory(domain.db, directory);
  const few = await deliverDays(3);
  expect(few.services).toBeGreaterThan(2);
  for (const run of [async () => undefined, analyze]) {
    await run();
    const persona = [423, near(7 - few.all), history("personas", 7)];
    expect(await ask()).toEqual({
      persona,
      detail: persona,
      nhi: [423, near(7 - few.services), history("NHIs", 7)],
      clusters: [423, near(14 - few.services), history("NHI clusters", 14)],
    });
  }

  const enough = await deliverDays(9);
  const unbuilt = "the first build of personas has not finished yet";
  expect((await ask())["persona"]).toEqual([423, 0, unbuilt]);
  await analyze();
  const clusters = [423, near(14 - enough.services), history("NHI clusters", 14)];
  expect(await ask()).toEqual({ persona: READY, detail: READY, nhi: READY, clusters });

  await deliverDays(16);
  await analyze();
  const ready = { persona: READY, detail: READY, nhi: READY, clusters: READY };
  expect(await ask()).toEqual(ready);

  await deliverDirectory(domain.db, { ...directory, "service-principals": [], credentials: [], owners: [] }, [
    "service-principals",
    "credentials",
    "owners",
  ]);
  await analyze();
  expect(await ask()).toEqual(ready);
});

it("no response says that a build is running", async () => {
  const other = await service.givenDomain({ ready: false });
  for (const path of [`/personas/${other.domainId}`, "/nhi/personas", "/nhi/clusters", "/whoami"]) {
    expect((await other.ask(path)).text).not.toMatch(/running|in progress|being built|building/i);
  }
});
