import { afterAll, beforeAll, expect, it } from "vitest";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import { readDirectory } from "../../src/store/people/directory.ts";
import { startTestService, type TestService } from "../support/service.ts";

const USERS = `${INGEST_BASE_PATH}/directory/users`;
const ID = "0b1c6f5e-0000-4000-8000-000000000001";
const MEMBER_BYTES = 200_000;
const MAX_BYTES = 1_048_576;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it("changes grow a directory object to at most 1 MiB, and the last change is always stored", async () => {
  const domain = await service.givenDomain();
  for (let n = 0; n < 12; n++) {
    const object = { id: ID, userPrincipalName: "ada@northwind.example", [`member${n}`]: "x".repeat(MEMBER_BYTES) };
    const reply = await domain.ask(USERS, { method: "PATCH", payload: [object] });
    expect(reply.body).toMatchObject({ accepted: 1, rejected: [] });
    const [stored] = await readDirectory(domain.db, "users", "", 10);
    const members = Object.keys(stored?.document ?? {});
    expect(members).toContain(`member${n}`);
    if (n > 0 && n < 5) expect(members).toContain("member0");
    expect(JSON.stringify(stored?.document).length).toBeLessThanOrEqual(MAX_BYTES);
  }
});
