import { homedir } from "node:os";
import { resolve } from "node:path";
import { findUnknownSettings, SETTINGS, type SettingName } from "./config/settings.ts";
import type { IdentityProviderSettings } from "./model/identity-provider.ts";
import { nearestName } from "./model/text/nearest-name.ts";
import { isAddressBlock } from "./runtime/address-block.ts";

/** The settings of the process, read once. */
export interface Config {
  /** Undefined selects the embedded database. */
  readonly databaseUrl: string | undefined;
  /** The role that owns the tables, only for migrations; undefined if that is the role of `databaseUrl`. */
  readonly ownerDatabaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  /** Undefined selects the usual port, or a free one if that is taken. */
  readonly metricsPort: number | undefined;
  /** Undefined if it is kept in the data folder. */
  readonly secret: string | undefined;
  readonly logLevel: string;
  readonly trustedProxies: readonly string[];
  readonly drainMs: number;
  /** Undefined if people sign in with passwords only. */
  readonly identityProvider: IdentityProviderSettings | undefined;
  /** Private addresses or CIDR blocks that connectors may reach. */
  readonly connectorAddresses: readonly string[];
  /** The time between two runs of the analysis of a domain on one day; undefined if this process analyzes no domain. */
  readonly analysisIntervalMs: number | undefined;
  /** The limit of the heap of the thread that analyzes domains. */
  readonly analysisMemoryMb: number;
}

/** With less, not even the modules of the analysis can be loaded. */
const LEAST_MEMORY_MB = 64;

/** A setting that cannot be used: exit code 78. */
export class ConfigError extends Error {}

/** Values of the command line, which override the environment. */
export interface Overrides {
  readonly dataDir?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
const MIN_SECRET_LENGTH = 32;

/**
 * Reads the settings from the environment and the command line. No other code reads a setting, except that `runCli` reads
 * the log level itself, because it needs it even when this function throws.
 */
export function readConfig(env: Environment, flags: Overrides = {}): Config {
  refuseUnknown(Object.keys(env));
  return {
    databaseUrl: readUrl(env, "PARAPET_DATABASE_URL", ["postgres:", "postgresql:"]),
    ownerDatabaseUrl: readUrl(env, "PARAPET_OWNER_DATABASE_URL", ["postgres:", "postgresql:"]),
    redisUrl: readUrl(env, "PARAPET_REDIS_URL", ["redis:", "rediss:"]),
    dataDir: resolve((flags.dataDir ?? (env["PARAPET_DATA_DIR"] || ".parapet")).replace(/^~(?=\/|$)/, homedir())),
    host: flags.host ?? (env["PARAPET_HOST"] || "127.0.0.1"),
    port: readPort("PARAPET_PORT", flags.port ?? env["PARAPET_PORT"], 8080),
    metricsPort: readPort("PARAPET_METRICS_PORT", env["PARAPET_METRICS_PORT"], undefined),
    secret: readSecret(env["PARAPET_SECRET"]),
    logLevel: readWord("PARAPET_LOG_LEVEL", env["PARAPET_LOG_LEVEL"] || "info", LOG_LEVELS),
    trustedProxies: readNetworks("PARAPET_TRUSTED_PROXIES", env["PARAPET_TRUSTED_PROXIES"]),
    drainMs: readMillis("PARAPET_DRAIN_MS", env["PARAPET_DRAIN_MS"], 2_000),
    identityProvider: readIdentityProvider(env),
    connectorAddresses: readNetworks("PARAPET_CONNECTOR_ADDRESSES", env["PARAPET_CONNECTOR_ADDRESSES"]),
    analysisIntervalMs: readInterval("PARAPET_ANALYSIS_INTERVAL", env["PARAPET_ANALYSIS_INTERVAL"] || "15m"),
    analysisMemoryMb: readMegabytes("PARAPET_ANALYSIS_MEMORY_MB", env["PARAPET_ANALYSIS_MEMORY_MB"], 1_024),
  };
}

/** Refuses misspelled variables: an ignored setting fails silently, at the worst time. */
function refuseUnknown(names: readonly string[]): void {
  const [unknown] = findUnknownSettings(names);
  if (unknown === undefined) return;
  const short = (name: string): string => name.slice("PARAPET_".length);
  const near = nearestName(short(unknown), Object.keys(SETTINGS).map(short));
  const remedy = near === undefined ? "see the settings with: parapet help settings" : `did you mean PARAPET_${near}?`;
  throw new ConfigError(`there is no setting ${unknown}; ${remedy}`);
}

function readUrl(env: Environment, name: SettingName, schemes: readonly string[]): string | undefined {
  const value = env[name];
  if (!value) return undefined;
  const scheme = /^[a-z]+:/i.exec(value)?.[0].toLowerCase();
  // The value may hold a password: it is never quoted.
  if (!scheme || !schemes.includes(scheme) || !URL.canParse(value)) {
    throw new ConfigError(`${name} is not a URL that starts with ${schemes.map((s) => `${s}//`).join(" or ")}`);
  }
  return value;
}

function readPort<F>(name: SettingName, value: string | undefined, fallback: F): number | F {
  if (value === undefined || value === "") return fallback;
  if (!isPort(value)) throw new ConfigError(`${name} is '${value}', expected ${PORT_FORMAT}`);
  return Number(value);
}

/** Describes the values that `isPort` accepts. */
export const PORT_FORMAT = "a port from 0 to 65535";

/** Returns whether the text is a port number; 0 picks a free port. */
export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
}

function readMillis(name: SettingName, value: string | undefined, fallback: number): number {
  if (value === undefined || value === "") return fallback;
  if (!/^\d{1,6}$/.test(value)) throw new ConfigError(`${name} is '${value}', expected milliseconds`);
  return Number(value);
}

function readMegabytes(name: SettingName, value: string | undefined, fallback: number): number {
  if (value === undefined || value === "") return fallback;
  const isValid = /^\d{2,6}$/.test(value) && Number(value) >= LEAST_MEMORY_MB;
  if (!isValid) throw new ConfigError(`${name} is '${value}', expected ${LEAST_MEMORY_MB} or more megabytes`);
  return Number(value);
}

function readInterval(name: SettingName, value: string): number | undefined {
  if (value === "off") return undefined;
  const match = /^([1-9]\d{0,3})([mh])$/.exec(value);
  if (!match) throw new ConfigError(`${name} is '${value}', expected a time such as 15m or 1h, or off`);
  return Number(match[1]) * (match[2] === "h" ? 3_600_000 : 60_000);
}

function readWord(name: SettingName, value: string, allowed: readonly string[]): string {
  if (!allowed.includes(value)) throw new ConfigError(`${name} is '${value}', expected one of ${allowed.join(", ")}`);
  return value;
}

function readNetworks(name: SettingName, value: string | undefined): readonly string[] {
  const blocks = readList(value);
  const bad = blocks.find((block) => !isAddressBlock(block));
  if (bad !== undefined) throw new ConfigError(`${name} has '${bad}', expected addresses or CIDR blocks`);
  return blocks;
}

function readSecret(value: string | undefined): string | undefined {
  if (!value) return undefined;
  if (value.length < MIN_SECRET_LENGTH) {
    throw new ConfigError(`PARAPET_SECRET must have at least ${MIN_SECRET_LENGTH} characters`);
  }
  return value;
}

function readList(value: string | undefined): readonly string[] {
  return (value ?? "")
    .split(",")
    .map((member) => member.trim())
    .filter(Boolean);
}

const PROVIDER_SETTINGS = [
  "PARAPET_OIDC_CLIENT_ID",
  "PARAPET_OIDC_CLIENT_SECRET",
  "PARAPET_PUBLIC_URL",
] as const satisfies readonly SettingName[];
const PROVIDER_OPTIONS = ["PARAPET_OIDC_NAME", "PARAPET_OIDC_EMAIL_DOMAINS"] as const satisfies readonly SettingName[];
/** Issuers of Microsoft Entra at which the administrators of any organization decide what is in a token. */
const SHARED_TENANTS: ReadonlySet<string> = new Set(["common", "organizations", "consumers"]);
const MAX_PROVIDER_NAME = 64;
const EMAIL_DOMAIN = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/;

function readIdentityProvider(env: Environment): IdentityProviderSettings | undefined {
  const publicUrl = readWebUrl(env, "PARAPET_PUBLIC_URL");
  const issuer = readWebUrl(env, "PARAPET_OIDC_ISSUER");
  if (!issuer) {
    const set = [...PROVIDER_SETTINGS, ...PROVIDER_OPTIONS].find((name) => name !== "PARAPET_PUBLIC_URL" && env[name]);
    if (set !== undefined) throw new ConfigError(`${set} is set without PARAPET_OIDC_ISSUER`);
    return undefined;
  }
  const missing = PROVIDER_SETTINGS.find((name) => !env[name]);
  if (missing !== undefined) throw new ConfigError(`PARAPET_OIDC_ISSUER is set without ${missing}`);
  if (publicUrl?.pathname !== "/" || publicUrl.search || publicUrl.hash) {
    throw new ConfigError("PARAPET_PUBLIC_URL must be an address without a path, such as https://parapet.example.com");
  }
  refuseSharedTenant(issuer);
  return {
    // As it was written: a provider may or may not have a slash at the end of its issuer.
    issuer: env["PARAPET_OIDC_ISSUER"] ?? "",
    clientId: env["PARAPET_OIDC_CLIENT_ID"] ?? "",
    clientSecret: env["PARAPET_OIDC_CLIENT_SECRET"] ?? "",
    name: (env["PARAPET_OIDC_NAME"] || issuer.host).slice(0, MAX_PROVIDER_NAME),
    emailDomains: readEmailDomains(env["PARAPET_OIDC_EMAIL_DOMAINS"]),
    publicUrl: publicUrl.origin,
  };
}

function refuseSharedTenant({ hostname, pathname }: URL): void {
  const tenant = pathname.split("/")[1] ?? "";
  if (!hostname.startsWith("login.microsoftonline.") || !SHARED_TENANTS.has(tenant.toLowerCase())) return;
  throw new ConfigError(`PARAPET_OIDC_ISSUER must have the id of your tenant instead of '${tenant}'`);
}

function readEmailDomains(value: string | undefined): readonly string[] {
  const domains = readList(value?.toLowerCase());
  const bad = domains.find((domain) => !EMAIL_DOMAIN.test(domain));
  if (bad !== undefined) throw new ConfigError(`PARAPET_OIDC_EMAIL_DOMAINS has '${bad}', expected domains`);
  return domains;
}

/** Reads an address of the web. Only the local machine may be reached without TLS. */
function readWebUrl(env: Environment, name: SettingName): URL | undefined {
  const text = readUrl(env, name, ["https:", "http:"]);
  if (text === undefined) return undefined;
  const url = new URL(text);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !isLocal) throw new ConfigError(`${name} must start with https://`);
  if (url.username || url.password) throw new ConfigError(`${name} must not contain a user name or a password`);
  return url;
}
