import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderConsoleOperations } from "../../scripts/console/render-operations.ts";
import { adminEndpoints } from "../../src/contract/admin/admin-endpoints.ts";

it("the console's table of operations is the one of the contract; `npm run openapi` writes it", () => {
  const written = readFileSync(new URL("../../console/api/operations.ts", import.meta.url), "utf8");
  expect(written).toBe(renderConsoleOperations(adminEndpoints));
});
