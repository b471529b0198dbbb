import type { Connector, Setting, Settings } from "./connector.ts";
import { ConnectorProblem } from "./connector-problem.ts";
import { normalizeLines } from "./normalize-lines.ts";

const MAX_SETTING_LENGTH = 65_536;

/** Validates the settings of a connector and fills in defaults. An error never quotes a secret. */
export function readSettings(connector: Connector, given: Settings): Settings {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(connector.settings, name));
  if (unknown !== undefined) {
    const known = Object.keys(connector.settings).join(", ");
    throw wrong(`${connector.connectorType} has no setting '${unknown}'; it has ${known}`);
  }
  const entries = Object.entries(connector.settings).flatMap(([name, setting]) => {
    const text = readSetting(name, setting, given[name]);
    return text === undefined ? [] : [[name, text] as const];
  });
  const settings = Object.fromEntries(entries);
  const problem = connector.problem?.(settings);
  if (problem) throw wrong(problem);
  return settings;
}

function readSetting(name: string, setting: Setting, given: string | undefined): string | undefined {
  const trimmed = given?.trim();
  const text = (trimmed && setting.isMultiline ? normalizeLines(trimmed) : trimmed) || setting.default;
  if (text === undefined) {
    if (setting.required) throw wrong(`the setting '${name}' is missing: ${setting.meaning}`);
    return undefined;
  }
  const problem = text.length > MAX_SETTING_LENGTH ? "is too long" : setting.problem?.(text);
  if (problem) throw wrong(setting.secret ? `the secret '${name}' ${problem}` : `${name}='${text}' ${problem}`);
  return text;
}

/** Returns the names of the settings that are secrets. */
export function secretNames({ settings }: Connector): readonly string[] {
  return Object.keys(settings).filter((name) => settings[name]?.secret);
}

const wrong = (message: string): ConnectorProblem => new ConnectorProblem("bad_settings", message);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const uuidProblem = (text: string): string | undefined => (UUID.test(text) ? undefined : "is not a UUID");

/** Checks an endpoint: a URL without credentials, query or fragment. */
export function endpointProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["https:", "http:"].includes(url.protocol)) return "is not an https URL";
  if (url.username || url.password || url.search || url.hash) return "has more than a host and a path";
  return undefined;
}

/** Checks a whole number from `low` to `high`. */
export const numberProblem =
  (low: number, high: number) =>
  (text: string): string | undefined =>
    /^\d{1,9}$/.test(text) && Number(text) >= low && Number(text) <= high
      ? undefined
      : `is not a number from ${low} to ${high}`;
