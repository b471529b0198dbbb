import { recordStart } from "../../actions/context.ts";
import { Failure } from "../../model/failure.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { toAmount } from "../../model/text/amount.ts";
import { systemClock } from "../../runtime/clock.ts";
import type { Database } from "../../store/database/database.ts";
import { migrate, migrationState } from "../../store/database/migrate.ts";
import { openDatabase } from "../../store/database/open.ts";
import { distribute, listSteps, refuseBoundRole } from "../../store/distribution/distribute.ts";
import type { DistributionStep } from "../../store/distribution/distribute-tables.ts";
import { readCluster } from "../../store/distribution/read-cluster.ts";
import type { Command, Invocation } from "../command.ts";
import { operatorContext } from "../operator-context.ts";

/** A table is copied shard by shard; large ones take hours. */
const DISTRIBUTION_TIMEOUT_MS = 86_400_000;
const DEFAULT_SHARDS = 32;
const MAX_SHARDS = 1024;

export const command: Command = {
  options: {
    shards: {
      value: "N",
      meaning: `shards per table, 1 to ${MAX_SHARDS}; cannot be changed later by this command (default: ${DEFAULT_SHARDS})`,
      problem: (value) => (isShardCount(value) ? undefined : `expected a whole number from 1 to ${MAX_SHARDS}`),
    },
  },
  flags: { "dry-run": "only print what would be done" },
  examples: ["parapet distribute --dry-run", "PARAPET_OWNER_DATABASE_URL=postgres://… parapet distribute --shards 64"],
  notes: `Distributes the tables of a PostgreSQL database over the workers of a Citus cluster, whose coordinator the database URL
names: rows of a domain go to one worker, the registry of domains, keys and members is copied to each. Uses the role of
PARAPET_OWNER_DATABASE_URL if that is set; it must not be bound by row-level security. Stop every server and command first. It can be repeated: what is done already is
skipped, and after an interruption the rest is done. parapet migrate then distributes the tables of later versions.`,
  run: async (invocation) => {
    const { terminal } = invocation;
    terminal.progress("Opening the database");
    const database = await openOwned(invocation);
    try {
      const { version, workers } = await readCluster(database);
      await refuseBoundRole(database);
      terminal.note(`Citus ${version}, ${toAmount(workers.length, "worker")}: ${workers.join(", ")}`);
      return invocation.flags.has("dry-run") ? await describe(invocation, database) : await run(invocation, database);
    } finally {
      terminal.progress("");
      await database.close();
    }
  },
};

const isShardCount = (text: string): boolean => /^[1-9][0-9]{0,3}$/.test(text) && Number(text) <= MAX_SHARDS;

function openOwned({ config, terminal }: Invocation): Promise<Database> {
  return openDatabase({
    databaseUrl: config.ownerDatabaseUrl ?? config.databaseUrl,
    dataDir: config.dataDir,
    statementTimeoutMs: DISTRIBUTION_TIMEOUT_MS,
    shared: true,
    warn: (message) => terminal.note(message),
  });
}

/** Prints the steps that are left, without changing anything. */
async function describe({ terminal, json }: Invocation, database: Database): Promise<number> {
  const { pending } = await migrationState(database);
  if (pending.length > 0) {
    const which = toAmount(pending.length, "pending migration");
    throw new Failure("unavailable", `${which}; run parapet migrate, or parapet distribute, which applies them first`);
  }
  const steps = await listSteps(database);
  terminal.progress("");
  if (json) terminal.data(JSON.stringify({ dry_run: true, steps }));
  else for (const step of steps) terminal.out(describeStep(step));
  terminal.note(steps.length === 0 ? "Every table is distributed already." : `${toAmount(steps.length, "step")} left.`);
  return 0;
}

async function run({ terminal, options, json }: Invocation, database: Database): Promise<number> {
  await migrate(database, systemClock);
  const shards = Number(options["shards"] ?? DEFAULT_SHARDS);
  await recordDistribution(database, shards);
  const steps: DistributionStep[] = [];
  await distribute(database, shards, (step) => {
    steps.push(step);
    if (!json) terminal.out(describeStep(step));
  });
  terminal.progress("");
  if (json) terminal.data(JSON.stringify({ dry_run: false, steps }));
  terminal.note(steps.length === 0 ? "Every table is distributed already." : "Every table is distributed.");
  return 0;
}

/** Records in the audit log of the installation that tables are about to be distributed, unless all of them are. */
async function recordDistribution(database: Database, shards: number): Promise<void> {
  const { length: steps } = await listSteps(database);
  if (steps === 0) return;
  const target = { kind: "domain", id: INSTALLATION_ID } as const;
  const ctx = operatorContext(database.forDomain(INSTALLATION_ID));
  await recordStart(ctx, { action: "installation.distribute", target, before: null, after: { shards, steps } });
}

function describeStep({ step, subject }: DistributionStep): string {
  return `${WORDS[step]} ${subject}`;
}

const WORDS: Readonly<Record<DistributionStep["step"], string>> = {
  allow_login: "allow log-in on the workers:",
  drop_foreign_keys: "foreign keys dropped for now:",
  distribute: "distribute by domain_id:",
  reference: "copy to every worker:",
  restore_foreign_keys: "foreign keys added again:",
};
