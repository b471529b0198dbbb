/** An environment variable that configures the process. */
export interface SettingDeclaration {
  /** The text of the default in the documentation. */
  readonly default: string;
  readonly meaning: string;
  /** The option that overrides it on the command line. */
  readonly option?: string;
  /** The value is, or may contain, a secret. */
  readonly secret?: true;
}

/** Every setting, in the order of the documentation. The README's table and the check for unknown variables derive from it. */
export const SETTINGS = {
  PARAPET_DATABASE_URL: {
    default: "none",
    meaning: "`postgres://…` uses PostgreSQL 15 or newer; without it the embedded database is used",
    secret: true,
  },
  PARAPET_OWNER_DATABASE_URL: {
    default: "`PARAPET_DATABASE_URL`",
    meaning: "role that owns the tables, only for `parapet migrate`; see [docs/operate.md](docs/operate.md)",
    secret: true,
  },
  PARAPET_REDIS_URL: {
    default: "none",
    meaning: "`redis://…` shares rate limits between processes",
    secret: true,
  },
  PARAPET_DATA_DIR: {
    default: "`.parapet`",
    meaning: "folder of the embedded database, the secret and your own rules",
    option: "--data-dir",
  },
  PARAPET_HOST: { default: "`127.0.0.1`", meaning: "address to listen on", option: "--host" },
  PARAPET_PORT: { default: "`8080`", meaning: "port to listen on", option: "--port" },
  PARAPET_SECRET: {
    default: "created on first start, kept in the data folder with mode 600",
    meaning:
      "secret used to hash API keys and encrypt connector secrets; at least 32 characters, and the same for every process of one installation",
    secret: true,
  },
  PARAPET_METRICS_PORT: {
    default: "`9464`, or a free port if that is taken",
    meaning: "port of Prometheus metrics, on 127.0.0.1 only; a port that is set here must be free",
  },
  PARAPET_LOG_LEVEL: {
    default: "`info`",
    meaning: "`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`",
  },
  PARAPET_TRUSTED_PROXIES: {
    default: "none",
    meaning: "addresses or CIDR blocks whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted, comma-separated",
  },
  PARAPET_PUBLIC_URL: {
    default: "none",
    meaning:
      "address at which browsers reach the console, such as `https://parapet.example.com`; needed for OpenID Connect",
  },
  PARAPET_OIDC_ISSUER: {
    default: "none",
    meaning:
      "`https://…` lets people sign in through this OpenID provider; its redirect URI is `PARAPET_PUBLIC_URL` and `/api/v1/admin/oidc/callback`",
  },
  PARAPET_OIDC_CLIENT_ID: { default: "none", meaning: "client id of this installation at the provider" },
  PARAPET_OIDC_CLIENT_SECRET: { default: "none", meaning: "client secret of this installation", secret: true },
  PARAPET_OIDC_NAME: { default: "host of the issuer", meaning: "name of the provider on the sign-in page" },
  PARAPET_OIDC_EMAIL_DOMAINS: {
    default: "none",
    meaning:
      "people with a verified email address of these domains get an account without a role, comma-separated; others need an invitation",
  },
  PARAPET_CONNECTOR_ADDRESSES: {
    default: "none",
    meaning: "private addresses or CIDR blocks that connectors may reach, comma-separated",
  },
  PARAPET_ANALYSIS_INTERVAL: {
    default: "`15m`",
    meaning:
      "time between two runs of the analysis of a domain on one day, such as `15m` or `1h`; `off` makes this process analyze no domain",
  },
  PARAPET_ANALYSIS_MEMORY_MB: {
    default: "`1024`",
    meaning: "memory that the analysis of one domain may use, in MB; more than that fails and is retried with backoff",
  },
  PARAPET_DRAIN_MS: {
    default: "`2000`",
    meaning: "how long a stopping server still serves requests while `/readyz` returns 503",
  },
} as const satisfies Readonly<Record<`PARAPET_${string}`, SettingDeclaration>>;

export type SettingName = keyof typeof SETTINGS;

/** Variables of the clients in the documentation. The service ignores them. */
export const CLIENT_VARIABLES: ReadonlySet<string> = new Set(["PARAPET_API_KEY", "PARAPET_URL"]);
/** Variables of the test suite. The service ignores them. */
const TEST_VARIABLE = /^PARAPET_(TEST|FUZZ)_/;
/** Kubernetes and Docker links set these for a service named `parapet`. */
const SERVICE_LINK = /^PARAPET_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))(_[A-Z0-9_]+)?$/;

/** Returns the variables that look like Parapet settings but are not. */
export function findUnknownSettings(names: readonly string[]): readonly string[] {
  return names.filter(
    (name) =>
      name.startsWith("PARAPET_") &&
      !Object.hasOwn(SETTINGS, name) &&
      !CLIENT_VARIABLES.has(name) &&
      !TEST_VARIABLE.test(name) &&
      !SERVICE_LINK.test(name),
  );
}
