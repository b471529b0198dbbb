import { readFile } from "node:fs/promises";
import { stdin } from "node:process";
import type { Connector } from "../../connectors/connector.ts";
import type { GivenSettings } from "../../connectors/merge-settings.ts";
import { secretNames } from "../../connectors/read-settings.ts";
import { Failure } from "../../model/failure.ts";
import { nearestName } from "../../model/text/nearest-name.ts";
import { describeUnreadable } from "../../runtime/system-error.ts";
import type { Invocation } from "../command.ts";
import { UsageError } from "../usage-error.ts";

/** Parses `name=value` words. The value of a secret names the place to read it from. */
export async function readGivenSettings(
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
    // A word without a name may be a misplaced secret, so it is not quoted.
    if (at < 1) throw new UsageError("expected settings such as name=value");
    if (!Object.hasOwn(connector.settings, name)) {
      const known = Object.keys(connector.settings);
      const near = nearestName(name, known);
      const remedy = near === undefined ? `it has ${known.join(", ")}` : `did you mean '${near}'?`;
      throw new UsageError(`${connector.connectorType} has no setting '${name}'; ${remedy}`);
    }
    if (secretSettings.has(name)) secrets[name] = await readSecret(name, word.slice(at + 1), env);
    else settings[name] = word.slice(at + 1);
  }
  return { settings, secrets };
}

async function readSecret(name: string, place: string, env: Invocation["env"]): Promise<string> {
  const secret = await secretAt(name, place, env);
  if (secret.trim() === "") throw new Failure("invalid_request", `the secret '${name}' is empty`);
  return secret.trim();
}

async function secretAt(name: string, place: string, env: Invocation["env"]): Promise<string> {
  if (place === "-") return readStandardInput();
  if (place.startsWith("env:")) {
    const value = env[place.slice(4)];
    if (value === undefined) {
      throw new Failure("invalid_request", `there is no environment variable '${place.slice(4)}'`);
    }
    return value;
  }
  if (place.startsWith("file:")) {
    return readFile(place.slice(5), "utf8").catch((error: NodeJS.ErrnoException) => {
      throw new Failure("invalid_request", `the file with the secret '${name}' ${describeUnreadable(error)}`);
    });
  }
  throw new UsageError(
    `the secret '${name}' is not read from the command line, which other users can see; ` +
      `use ${name}=env:VARIABLE, ${name}=file:PATH, or ${name}=- for standard input`,
  );
}

async function readStandardInput(): Promise<string> {
  let text = "";
  for await (const chunk of stdin.setEncoding("utf8")) text += chunk as string;
  return text;
}
