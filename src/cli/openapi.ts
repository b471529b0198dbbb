import { openApiDocument } from "../contract/openapi.ts";
import { type Command, refuseWords } from "./command.ts";

export const openapiCommand: Command = {
  name: "openapi",
  summary: "Print the OpenAPI document of the public API",
  usage: ["openapi"],
  options: {},
  examples: ["parapet openapi > openapi.json"],
  run: async (invocation) => {
    refuseWords(invocation);
    invocation.terminal.out(JSON.stringify(openApiDocument(), null, 2));
    return 0;
  },
};
