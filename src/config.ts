import { isIP } from "node:net";
import { homedir } from "node:os";
import { resolve } from "node:path";

/** Every setting of the process, read once. */
export interface Config {
  /** Absent means the embedded database. */
  readonly databaseUrl: string | undefined;
  /** The role that owns the tables, for migrations alone; absent means that `databaseUrl` does. */
  readonly ownerDatabaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number;
  /** Absent means: kept in the data folder, made on first start. */
  readonly secret: string | undefined;
  readonly logLevel: string;
  readonly trustedProxies: readonly string[];
  readonly drainMs: number;
  /** Addresses inside the network that connectors may reach. */
  readonly connectorAddresses: readonly string[];
}

/** A setting that cannot be used: one clear line, exit code 78. */
export class ConfigError extends Error {}

export interface Overrides {
  readonly dataDir?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
const MIN_SECRET_LENGTH = 32;

/** Reads settings at the edge, flags before environment. Everything inside receives values, never the environment. */
export function readConfig(env: Environment, flags: Overrides = {}): Config {
  return {
    databaseUrl: readUrl(env, "PARAPET_DATABASE_URL", ["postgres:", "postgresql:"]),
    ownerDatabaseUrl: readUrl(env, "PARAPET_OWNER_DATABASE_URL", ["postgres:", "postgresql:"]),
    redisUrl: readUrl(env, "PARAPET_REDIS_URL", ["redis:", "rediss:"]),
    dataDir: resolve((flags.dataDir ?? (env["PARAPET_DATA_DIR"] || ".parapet")).replace(/^~(?=\/|$)/, homedir())),
    host: flags.host ?? (env["PARAPET_HOST"] || "127.0.0.1"),
    port: readPort(flags.port !== undefined ? "--port" : "PARAPET_PORT", flags.port ?? env["PARAPET_PORT"], 8080),
    metricsPort: readPort("PARAPET_METRICS_PORT", env["PARAPET_METRICS_PORT"], 9464),
    secret: readSecret(env["PARAPET_SECRET"]),
    logLevel: readWord("PARAPET_LOG_LEVEL", env["PARAPET_LOG_LEVEL"] || "info", LOG_LEVELS),
    trustedProxies: readNetworks("PARAPET_TRUSTED_PROXIES", env["PARAPET_TRUSTED_PROXIES"]),
    drainMs: readMillis("PARAPET_DRAIN_MS", env["PARAPET_DRAIN_MS"], 2_000),
    connectorAddresses: readNetworks("PARAPET_CONNECTOR_ADDRESSES", env["PARAPET_CONNECTOR_ADDRESSES"]),
  };
}

function readUrl(env: Environment, name: string, schemes: readonly string[]): string | undefined {
  const value = env[name];
  if (!value) return undefined;
  const scheme = /^[a-z]+:/i.exec(value)?.[0].toLowerCase();
  // The value may hold a password: it is never quoted.
  if (!scheme || !schemes.includes(scheme) || !URL.canParse(value)) {
    throw new ConfigError(`${name} is not a URL that starts with ${schemes.map((s) => `${s}//`).join(" or ")}`);
  }
  return value;
}

function readPort(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === "") return fallback;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(port <= 65_535)) throw new ConfigError(`${name} is '${value}', expected a port from 0 to 65535`);
  return port;
}

function readMillis(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === "") return fallback;
  if (!/^\d{1,6}$/.test(value)) throw new ConfigError(`${name} is '${value}', expected milliseconds`);
  return Number(value);
}

function readWord(name: string, value: string, allowed: readonly string[]): string {
  if (!allowed.includes(value)) throw new ConfigError(`${name} is '${value}', expected one of ${allowed.join(", ")}`);
  return value;
}

function readNetworks(name: string, value: string | undefined): readonly string[] {
  const blocks = (value ?? "")
    .split(",")
    .map((block) => block.trim())
    .filter(Boolean);
  const bad = blocks.find((block) => !isAddressBlock(block));
  if (bad !== undefined) throw new ConfigError(`${name} has '${bad}', expected addresses or CIDR blocks`);
  return blocks;
}

/** Whether the text is an IP address or a CIDR block. */
export function isAddressBlock(block: string): boolean {
  const [network = "", bits, ...rest] = block.split("/");
  const family = isIP(network);
  // A zone such as %eth0 names a way to an address and cannot be matched against one.
  if (family === 0 || network.includes("%") || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function readSecret(value: string | undefined): string | undefined {
  if (!value) return undefined;
  if (value.length < MIN_SECRET_LENGTH) {
    throw new ConfigError(`PARAPET_SECRET must have at least ${MIN_SECRET_LENGTH} characters`);
  }
  return value;
}
