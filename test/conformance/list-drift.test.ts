import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DRIFT_PERIODS } from "../../src/model/vocabulary.ts";
import { givenDrift, givenUser } from "../support/given.ts";
import { importRecords } from "../support/import-records.ts";
import { driftRecord, idOf } from "../support/records.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function idsIn(domain: TestDomain, query = ""): Promise<readonly string[]> {
  const { status, body } = await domain.ask(`/drift${query}`);
  expect(status).toBe(200);
  return (body["items"] as unknown as readonly { drift_id: string }[]).map(({ drift_id }) => drift_id);
}

const at = (day: number): Date => new Date(Date.UTC(2026, 9, day));

it("GET /drift lists drift events newest first, and those without a time last", async () => {
  const domain = await service.givenDomain();
  const undated = [
    await givenDrift(domain.db, { detectedAt: null }),
    await givenDrift(domain.db, { detectedAt: null }),
  ];
  const [old, recent] = [
    await givenDrift(domain.db, { detectedAt: at(1) }),
    await givenDrift(domain.db, { detectedAt: at(2) }),
  ];
  const last = undated
    .map(({ driftId }) => driftId)
    .sort()
    .reverse();
  expect(await idsIn(domain)).toEqual([recent.driftId, old.driftId, ...last]);
  expect(await idsIn(domain, `?next_cursor=${last[0]}`)).toEqual([last[1]]);
});

it("an item is exactly what GET /drift/{drift_id} returns", async () => {
  const domain = await service.givenDomain();
  const event = await givenDrift(domain.db);
  const { body } = await domain.ask("/drift");
  expect(body["items"]).toEqual([(await domain.ask(`/drift/${event.driftId}`)).body]);
});

it("`tuid` returns only events about that user, in any case, and an unknown user has none", async () => {
  const domain = await service.givenDomain();
  const { tuid } = await givenUser(domain.db);
  const own = await givenDrift(domain.db, { tuid });
  await givenDrift(domain.db, { tuid: randomUUID() });
  await givenDrift(domain.db);
  expect(await idsIn(domain, `?tuid=${tuid}`)).toEqual([own.driftId]);
  expect(await idsIn(domain, `?tuid=${tuid.toUpperCase()}`)).toEqual([own.driftId]);
  expect(await idsIn(domain, `?tuid=${randomUUID()}`)).toEqual([]);
});

it("`computator` matches exactly and is case-sensitive", async () => {
  const domain = await service.givenDomain();
  const own = await givenDrift(domain.db, { computator: "working_hours" });
  await givenDrift(domain.db);
  expect(await idsIn(domain, "?computator=working_hours")).toEqual([own.driftId]);
  for (const other of ["working", "Working_Hours", "working_hours%20", "working_%25"])
    expect(await idsIn(domain, `?computator=${other}`)).toEqual([]);
});

it("`time_period` returns only events of that period, and an unknown period is 400 with the allowed ones", async () => {
  const domain = await service.givenDomain();
  for (const timePeriod of DRIFT_PERIODS) {
    const own = await givenDrift(domain.db, { timePeriod });
    expect(await idsIn(domain, `?time_period=${timePeriod}`)).toEqual([own.driftId]);
  }
  const refused = await domain.ask("/drift?time_period=8d");
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ param: "time_period", allowed: [...DRIFT_PERIODS] });
});

it("`detected_after` is inclusive and leaves out events without a time", async () => {
  const domain = await service.givenDomain();
  await givenDrift(domain.db, { detectedAt: at(1) });
  await givenDrift(domain.db, { detectedAt: null });
  const [edge, recent] = [
    await givenDrift(domain.db, { detectedAt: at(2) }),
    await givenDrift(domain.db, { detectedAt: at(3) }),
  ];
  expect(await idsIn(domain, `?detected_after=${at(2).toISOString()}`)).toEqual([recent.driftId, edge.driftId]);
  expect(await idsIn(domain, `?detected_after=${at(3).toISOString()}&page_size=1`)).toEqual([recent.driftId]);
});

it("several filters return events that match all of them", async () => {
  const domain = await service.givenDomain();
  const tuid = randomUUID();
  const wanted = { tuid, computator: "working_hours", timePeriod: "30d", detectedAt: at(5) } as const;
  const own = await givenDrift(domain.db, wanted);
  const others = [{ tuid: null }, { computator: "other" }, { timePeriod: "7d" }, { detectedAt: at(1) }] as const;
  for (const other of others) await givenDrift(domain.db, { ...wanted, ...other });
  const query = `?tuid=${tuid}&computator=working_hours&time_period=30d&detected_after=${at(4).toISOString()}`;
  expect(await idsIn(domain, query)).toEqual([own.driftId]);
});

it("an import cannot change `detected_at`, by which events are listed", async () => {
  const domain = await service.givenDomain();
  const import_ = (detected_at: string | null) => importRecords(domain, { drift: [driftRecord(1, { detected_at })] });
  await import_("2026-10-01T00:00:00.000Z");
  await import_("2026-10-01T00:00:00.000Z");
  await expect(import_("2026-10-02T00:00:00.000Z")).rejects.toThrow();
  await expect(import_(null)).rejects.toThrow();
  expect(await idsIn(domain)).toEqual([idOf(1)]);
});
