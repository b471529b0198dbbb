// Checks that no method is taken from its object: it would run without its `this`. Objects are passed instead.
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { findDetachedMethods } from "./methods/detached-methods.ts";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const detached = ["tsconfig.json", "console/tsconfig.json"].flatMap((path) => findDetachedMethods(programOf(path)));
for (const { file, line, text } of detached) {
  console.log(
    `${relative("", file)}:${line}: '${text}' is taken from its object; pass the object, or a function that calls it`,
  );
}
console.log(`${detached.length} methods taken from their object`);
process.exitCode = detached.length === 0 ? 0 : 1;

function programOf(path: string): ts.Program {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: refuse };
  const parsed = ts.getParsedCommandLineOfConfigFile(path, {}, host);
  if (!parsed) throw new Error(`${path} cannot be read`);
  return ts.createProgram(parsed.fileNames, parsed.options);
}

function refuse({ messageText }: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
}
