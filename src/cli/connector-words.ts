import { readFile } from "node:fs/promises";
import { stdin } from "node:process";
import type { Connector } from "../connectors/connector.ts";
import { secretNames } from "../connectors/read-settings.ts";
import { type Invocation, UsageProblem } from "./command.ts";

export interface GivenSettings {
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** Reads `name=value` words. A secret's value says where the secret is: it is never itself on the command line. */
export async function readWords(
  connector: Connector,
  words: readonly string[],
  env: Invocation["env"],
): Promise<GivenSettings> {
  const secretSettings = new Set(secretNames(connector));
  const settings: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  for (const word of words) {
    const at = word.indexOf("=");
    const name = word.slice(0, at);
    // What is no setting may be a secret that was put in the wrong place: it is not quoted.
    if (at < 1) throw new UsageProblem("expected settings such as name=value");
    if (!Object.hasOwn(connector.settings, name)) {
      const known = Object.keys(connector.settings).join(", ");
      throw new UsageProblem(`${connector.connectorType} has no setting '${name}'; it has ${known}`);
    }
    if (secretSettings.has(name)) secrets[name] = await readSecret(name, word.slice(at + 1), env);
    else settings[name] = word.slice(at + 1);
  }
  return { settings, secrets };
}

async function readSecret(name: string, place: string, env: Invocation["env"]): Promise<string> {
  const secret = await secretAt(name, place, env);
  if (secret.trim() === "") throw new UsageProblem(`the secret '${name}' is empty`);
  return secret.trim();
}

async function secretAt(name: string, place: string, env: Invocation["env"]): Promise<string> {
  if (place === "-") return readStandardInput();
  if (place.startsWith("env:")) {
    const value = env[place.slice(4)];
    if (value === undefined) throw new UsageProblem(`there is no environment variable '${place.slice(4)}'`);
    return value;
  }
  if (place.startsWith("file:")) {
    return readFile(place.slice(5), "utf8").catch((error: NodeJS.ErrnoException) => {
      throw new UsageProblem(`the file of the secret '${name}' cannot be read (${error.code})`);
    });
  }
  throw new UsageProblem(
    `the secret '${name}' is not taken from the command line, where others can see it; ` +
      `use ${name}=env:VARIABLE, ${name}=file:PATH, or ${name}=- for standard input`,
  );
}

async function readStandardInput(): Promise<string> {
  let text = "";
  for await (const chunk of stdin.setEncoding("utf8")) text += chunk as string;
  return text;
}
