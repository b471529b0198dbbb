/** The architecture as a table: a folder may import itself and the folders on its right, nothing else. */
const MAY_IMPORT = {
  model: [],
  runtime: [],
  contract: ["model"],
  connectors: ["model", "runtime"],
  analysis: ["model"],
  store: ["model", "runtime"],
  ingest: ["model", "runtime", "store"],
  pipeline: ["model", "runtime", "store", "connectors", "ingest", "analysis"],
  actions: ["model", "runtime", "store"],
  transfer: ["model", "runtime", "contract", "store", "actions", "ingest"],
  synth: ["model", "runtime"],
  http: ["model", "runtime", "contract"],
  access: ["model", "runtime", "contract", "http", "store"],
  api: ["model", "runtime", "contract", "connectors", "http", "access", "actions", "store"],
  admin: ["model", "runtime", "contract", "connectors", "http", "access", "api", "actions", "store"],
  push: ["model", "runtime", "contract", "http", "access", "actions", "ingest", "store"],
  client: ["model", "contract"],
  cli: [
    "model",
    "runtime",
    "contract",
    "connectors",
    "store",
    "actions",
    "transfer",
    "analysis",
    "ingest",
    "pipeline",
    "synth",
    "config",
    "compose",
  ],
  config: ["model", "runtime"],
  main: ["config", "compose", "runtime", "cli"],
};

/** Packages that only the named folders may touch. */
const OWNED_PACKAGES = {
  "pg|@electric-sql/pglite": ["store"],
  "fastify|@fastify/.*": ["http", "access", "api", "push", "compose"],
  ioredis: ["http", "compose", "cli"],
  "@node-rs/argon2|jose": ["runtime"],
  "openid-client": ["admin"],
  "prom-client": ["runtime", "http", "compose"],
};

const stage = (name) => `^src/${name}(/|\\.ts$)`;

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    ...Object.entries(MAY_IMPORT).map(([name, allowed]) => ({
      name: `${name}-imports-only-${allowed.join("+") || "itself"}`,
      severity: "error",
      from: { path: stage(name), pathNot: "\\.test\\.ts$" },
      to: { path: "^(src|test)/", pathNot: [name, ...allowed].map(stage) },
    })),
    {
      name: "console-imports-only-types-of-the-contract",
      severity: "error",
      from: { path: "^console/" },
      to: { path: "^src/contract/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "console-imports-only-contract+model",
      severity: "error",
      from: { path: "^console/" },
      to: { path: "^(src|test|scripts)/", pathNot: ["contract", "model"].map(stage) },
    },
    { name: "nothing-imports-the-console", severity: "error", from: { path: "^src/" }, to: { path: "^console/" } },
    {
      name: "pure-code-touches-no-io",
      severity: "error",
      from: { path: "^src/(model|contract|analysis)/", pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["core"] },
    },
    ...Object.entries(OWNED_PACKAGES).map(([packages, owners]) => ({
      name: `only-${owners[0]}-uses-${packages.split("|")[0]}`,
      severity: "error",
      from: { path: "^src/", pathNot: `^src/(${owners.join("|")})(/|\\.ts$)` },
      to: { path: `^node_modules/(${packages})/` },
    })),
    {
      name: "only-one-module-compares-secrets",
      comment: "Every comparison of a password or code is counted there, so that no operation can leave the limit out.",
      severity: "error",
      from: { path: "^src/", pathNot: "\\.test\\.ts$|^src/actions/accounts/compare-secrets\\.ts$" },
      to: {
        path: "^src/runtime/(is-password|match-totp)\\.ts$|^src/store/accounts/redeem-code\\.ts$",
      },
    },
    {
      name: "tests-stay-out-of-production",
      severity: "error",
      from: { path: "^src/", pathNot: "\\.test\\.ts$" },
      to: { path: "\\.test\\.ts$|^test/" },
    },
    {
      name: "no-orphans",
      severity: "error",
      from: {
        orphan: true,
        pathNot: "\\.(test|d)\\.ts$|^src/main\\.ts$|worker\\.ts$|/assets/|^console/(public/|vite\\.config)",
      },
      to: {},
    },
    { name: "no-unresolved", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "no-dev-packages-in-production",
      severity: "error",
      from: { path: "^src/", pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["npm-dev"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
