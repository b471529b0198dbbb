import { afterAll, beforeAll, expect, it } from "vitest";
import { givenCase, givenConnector, givenDrift, givenNhi, givenThreat, givenUser } from "../support/given.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it("every endpoint answers", async () => {
  const domain = await service.givenDomain();
  const user = await givenUser(domain.db, { emailAddresses: ["Maya.Ito@northwind.example"] });
  const threat = await givenThreat(domain.db, { tuid: user.tuid });
  const found = await givenCase(domain.db, { eventIds: [threat.eventId] });
  const nhi = await givenNhi(domain.db);
  const drift = await givenDrift(domain.db);
  await givenConnector(domain.db);
  const paths = [
    "/cases", "/cases?include=state,verdict", "/cases?email=maya.ito@northwind.example", "/cases?updated_after=2026-01-01T00:00:00Z", `/cases/${found.caseId}`,
    "/threats", `/threats?tuid=${user.tuid}`, "/threats?email=maya.ito@northwind.example", "/threats?category=initial_access", "/threats?source=entra_signin&severity=medium",
    "/users", "/users?search=user", "/users?search=u", `/personas/${user.tuid}`, `/personas/${user.tuid}/detail`,
    "/nhi/personas", "/nhi/personas?search=roll&provider=entra", `/nhi/personas/${nhi.nuid}/detail`, "/integrations/okta", `/drift/${drift.driftId}`, "/whoami",
  ];
  for (const path of paths) {
    const reply = await domain.ask(path);
    expect([path, reply.status, reply.text.length > 20], reply.text).toEqual([path, 200, true]);
    if (path.startsWith("/cases?") || path.startsWith("/threats?")) expect(reply.text, path).toContain(threat.eventId);
    const again = await domain.ask(path, { headers: { "if-none-match": String(reply.headers["etag"]) } });
    expect(again.status).toBe(304);
  }
  const verdict = await domain.ask(`/cases/${found.caseId}/verdict`, { method: "POST", payload: { outcome: "SAFE", comment: "ok" }, headers: { "idempotency-key": "k1" } });
  expect(verdict.status, verdict.text).toBe(200);
  const replay = await domain.ask(`/cases/${found.caseId}/verdict`, { method: "POST", payload: { outcome: "SAFE", comment: "ok" }, headers: { "idempotency-key": "k1" } });
  expect(replay.headers["idempotency-replayed"]).toBe("true");
  expect((await domain.ask("/cases?state=closed&include=state,verdict")).text).toContain('"safe":true');
  expect((await domain.ask("/nope")).status).toBe(404);
  expect((await domain.ask("/cases", { method: "DELETE" })).headers["allow"]).toBe("GET, HEAD");
});
