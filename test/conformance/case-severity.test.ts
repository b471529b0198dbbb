import { afterAll, beforeAll, expect, it } from "vitest";
import { SEVERITIES } from "../../src/model/vocabulary.ts";
import { listDecisions } from "../../src/store/cases/judge.ts";
import { rebuildDomain } from "../../src/transfer/rebuild.ts";
import { aThreat, givenCase, givenThreats } from "../support/given.ts";
import { type Found, judgeAll, MINUTE, NOW, runFindings } from "../support/judged.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { judge } from "../support/verdicts.ts";

const SUBJECT = "2b6e8f0a-1c3d-4e5f-8a9b-0c1d2e3f4a5b";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Stores findings and has them judged. */
async function givenJudged(domain: TestDomain, found: readonly Found[], now = NOW): Promise<void> {
  await runFindings(domain.db, found, now);
  await judgeAll(domain.db, now + 30 * MINUTE);
}

interface Shown {
  readonly case_id: string;
  readonly severity: string | null;
  readonly score: number | null;
  readonly reasons: readonly string[];
  readonly first_event_at: string | null;
  readonly last_event_at: string | null;
}

async function shown(domain: TestDomain): Promise<readonly Shown[]> {
  const { body } = await domain.ask("/cases?include=severity,times");
  return body["items"] as unknown as readonly Shown[];
}

it("without include a case has exactly the specified fields, and include adds others after them in a fixed order", async () => {
  const domain = await service.givenDomain();
  await givenCase(domain.db);
  const keys = async (query: string) =>
    Object.keys((((await domain.ask(`/cases${query}`)).body["items"] as unknown as object[])[0] as object) ?? {});
  const specified = await keys("");
  expect(specified.at(-1)).toBe("events");
  expect(specified).toHaveLength(9);
  const severity = ["severity", "score", "reasons"];
  const times = ["first_event_at", "last_event_at"];
  expect(await keys("?include=severity")).toEqual([...specified, ...severity]);
  expect(await keys("?include=times")).toEqual([...specified, ...times]);
  expect(await keys("?include=times,verdict,severity,state")).toEqual([
    ...[...specified, "state", "verdict"],
    ...[...severity, ...times],
  ]);
});

it("`severity` is the highest of the events of the case, and null if there are none", async () => {
  const domain = await service.givenDomain();
  for (const highest of [1, 2, 3, 4, 5]) {
    const threats = SEVERITIES.slice(0, highest).map((severity) => aThreat({ severity }));
    await givenThreats(domain.db, threats.toReversed());
    const { caseId } = await givenCase(domain.db, { eventIds: threats.map(({ eventId }) => eventId) });
    const { body } = await domain.ask(`/cases/${caseId}?include=severity`);
    expect(body["severity"]).toBe(SEVERITIES[highest - 1]);
  }
  const { caseId } = await givenCase(domain.db, { eventIds: [] });
  expect((await domain.ask(`/cases/${caseId}?include=severity`)).body).toMatchObject({ severity: null });
});

it("an imported case has no score, no reasons and no times", async () => {
  const domain = await service.givenDomain();
  await givenCase(domain.db);
  expect(await shown(domain)).toMatchObject([{ score: null, reasons: [], first_event_at: null, last_event_at: null }]);
});

it("a case that Parapet made has the judge's last score and reasons, and the times of its first and last event", async () => {
  const domain = await service.givenDomain();
  const [first, last] = [NOW - 30 * MINUTE, NOW - 5 * MINUTE];
  await givenJudged(domain, [
    { subject: SUBJECT, at: first, severity: "high", detector: "rare_country" },
    { subject: SUBJECT, at: last, severity: "critical", detector: "mass_download", tactic: "exfiltration" },
  ]);
  const [made] = await shown(domain);
  const [decision] = (await listDecisions(domain.db, SUBJECT)).filter(({ promoted }) => promoted);
  expect(made).toMatchObject({
    case_id: decision?.candidateId,
    severity: "critical",
    score: decision?.score,
    reasons: decision?.reasons,
    first_event_at: new Date(first).toISOString(),
    last_event_at: new Date(last).toISOString(),
  });
  expect(made?.score).toBeGreaterThan(0.5);
  expect(made?.score).toBeLessThanOrEqual(1);
  expect(made?.reasons.length).toBeGreaterThan(0);
});

it("a case that grows has the new score and times, and an ETag with them that changes", async () => {
  const domain = await service.givenDomain();
  const found = (at: number, detector: string, tactic = "exfiltration") =>
    ({ subject: SUBJECT, at, severity: "critical", detector, tactic }) as const;
  await givenJudged(domain, [found(NOW - 30 * MINUTE, "rare_country"), found(NOW - 29 * MINUTE, "mass_download")]);
  const [before] = await shown(domain);
  const path = `/cases/${before?.case_id}?include=severity,times`;
  const headers = { "if-none-match": String((await domain.ask(path)).headers["etag"]) };
  expect((await domain.ask(path, { headers })).status).toBe(304);
  await givenJudged(domain, [found(NOW - MINUTE, "inbox_forward", "persistence")], NOW + 60 * MINUTE);
  const [after] = await shown(domain);
  expect(after?.case_id).toBe(before?.case_id);
  expect(after?.score).toBeGreaterThan(before?.score ?? 1);
  expect(after?.last_event_at).toBe(new Date(NOW - MINUTE).toISOString());
  expect((await domain.ask(path, { headers })).status).toBe(200);
});

it("the ETag of a case with severity and times is valid for If-Match", async () => {
  const domain = await service.givenDomain();
  const { caseId } = await givenCase(domain.db);
  const read = await domain.ask(`/cases/${caseId}?include=severity,times,state`);
  const headers = { "if-match": String(read.headers["etag"]) };
  expect((await judge(domain, caseId, { outcome: "SAFE" }, headers)).status).toBe(200);
  expect((await judge(domain, caseId, { outcome: "ESCALATED" }, headers)).status).toBe(412);
});

it("a rebuild restores the severity of a case", async () => {
  const domain = await service.givenDomain();
  const threats = [aThreat({ severity: "high" })];
  await givenThreats(domain.db, threats);
  const { caseId } = await givenCase(domain.db, { eventIds: threats.map(({ eventId }) => eventId) });
  await domain.db.execute("update cases set severity = 'low', wire = '{}' where domain_id = $1");
  await rebuildDomain(domain.db, () => service.clock.now);
  expect((await domain.ask(`/cases/${caseId}?include=severity`)).body).toMatchObject({ severity: "high" });
});
