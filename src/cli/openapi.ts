import type { OpenApiDocument } from "../contract/openapi/document.ts";
import { ingestOpenApiDocument } from "../contract/openapi/ingest-document.ts";
import { openApiDocument } from "../contract/openapi/public-document.ts";
import { type Command, UsageProblem } from "./command.ts";

const DOCUMENTS: ReadonlyMap<string, () => OpenApiDocument> = new Map([
  ["public", openApiDocument],
  ["ingest", ingestOpenApiDocument],
]);

export const openapiCommand: Command = {
  name: "openapi",
  summary: "Print the OpenAPI document of the public API, or of the ingest door",
  usage: ["openapi [public|ingest]"],
  options: {},
  examples: ["parapet openapi > openapi.json", "parapet openapi ingest > openapi-ingest.json"],
  run: async ({ positionals, terminal }) => {
    const [name = "public", ...rest] = positionals;
    const document = DOCUMENTS.get(name);
    if (!document || rest.length > 0) {
      throw new UsageProblem(`unexpected '${rest[0] ?? name}'; name one document, public or ingest`);
    }
    terminal.out(JSON.stringify(document(), null, 2));
    return 0;
  },
};
