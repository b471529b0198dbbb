import { adminOpenApiDocument } from "../../contract/openapi/admin-document.ts";
import type { OpenApiDocument } from "../../contract/openapi/document.ts";
import { ingestOpenApiDocument } from "../../contract/openapi/ingest-document.ts";
import { openApiDocument } from "../../contract/openapi/public-document.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../usage-error.ts";

const DOCUMENTS: ReadonlyMap<string, () => OpenApiDocument> = new Map([
  ["public", openApiDocument],
  ["ingest", ingestOpenApiDocument],
  ["admin", adminOpenApiDocument],
]);

export const command: Command = {
  operands: [{ name: "public|ingest|admin", optional: true }],
  examples: ["parapet openapi > openapi.json", "parapet openapi ingest > openapi-ingest.json"],
  run: async ({ operands, terminal }) => {
    const [name = "public"] = operands;
    const document = DOCUMENTS.get(name);
    if (!document) throw new UsageError(`unexpected '${name}'; the documents are ${[...DOCUMENTS.keys()].join(", ")}`);
    terminal.data(JSON.stringify(document(), null, 2));
    return 0;
  },
};
