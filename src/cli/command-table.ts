import type { Command } from "./command.ts";

/** A command as the help lists it. Its module is loaded only when it is run or explained. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: Command }>;
}

/** Commands that share a first word, such as `key create` and `key list`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly subcommands: readonly CommandEntry[];
}

/** Every command, in the order of the help. */
export const COMMAND_TABLE: readonly (CommandEntry | CommandGroup)[] = [
  { name: "serve", summary: "Run the service", load: () => import("./commands/serve.ts") },
  {
    name: "demo",
    summary: "Run the service with the logs of a made-up organization",
    load: () => import("./commands/demo.ts"),
  },
  {
    name: "migrate",
    summary: "Bring the database schema up to date",
    load: () => import("./commands/migrate.ts"),
  },
  {
    name: "distribute",
    summary: "Distribute the tables over the workers of a Citus cluster",
    load: () => import("./commands/distribute.ts"),
  },
  {
    name: "rebuild",
    summary: "Render the stored text of every item again",
    load: () => import("./commands/rebuild.ts"),
  },
  {
    name: "domain",
    summary: "Manage domains (tenants)",
    subcommands: [
      { name: "create", summary: "Create a domain", load: () => import("./commands/domain/create.ts") },
      { name: "list", summary: "List the domains", load: () => import("./commands/domain/list.ts") },
      {
        name: "show",
        summary: "Show a domain and its switches",
        load: () => import("./commands/domain/show.ts"),
      },
      {
        name: "set",
        summary: "Switch the external API on or off, and limit the addresses it may be used from",
        load: () => import("./commands/domain/set.ts"),
      },
      {
        name: "delete",
        summary: "Delete a domain with everything it has except its audit log",
        load: () => import("./commands/domain/delete.ts"),
      },
    ],
  },
  {
    name: "admin",
    summary: "Manage the accounts of people who use the console",
    subcommands: [
      {
        name: "create",
        summary: "Invite an operator of the installation or a member of a domain",
        load: () => import("./commands/admin/create.ts"),
      },
      { name: "list", summary: "List the accounts", load: () => import("./commands/admin/list.ts") },
      {
        name: "reset",
        summary: "Remove the password and the second factor of an account, and invite it again",
        load: () => import("./commands/admin/reset.ts"),
      },
      {
        name: "demote",
        summary: "Take the rights of an operator from an account",
        load: () => import("./commands/admin/demote.ts"),
      },
      {
        name: "disable",
        summary: "Disable an account and end its sessions",
        load: () => import("./commands/admin/disable.ts"),
      },
      { name: "enable", summary: "Enable a disabled account", load: () => import("./commands/admin/enable.ts") },
    ],
  },
  {
    name: "key",
    summary: "Manage API keys",
    subcommands: [
      {
        name: "create",
        summary: "Create an API key and print it once",
        load: () => import("./commands/key/create.ts"),
      },
      { name: "list", summary: "List the API keys of a domain", load: () => import("./commands/key/list.ts") },
      {
        name: "rotate",
        summary: "Replace an API key; the old one works until the overlap ends",
        load: () => import("./commands/key/rotate.ts"),
      },
      { name: "revoke", summary: "Revoke an API key at once", load: () => import("./commands/key/revoke.ts") },
    ],
  },
  {
    name: "secret",
    summary: "Manage the server's secret",
    subcommands: [
      {
        name: "replace",
        summary: "Replace a secret that was lost or exposed; ends every API key, session and invitation",
        load: () => import("./commands/secret/replace.ts"),
      },
    ],
  },
  {
    name: "audit",
    summary: "Read and verify the audit log of a domain or of the installation",
    subcommands: [
      { name: "list", summary: "List who changed what, newest first", load: () => import("./commands/audit/list.ts") },
      {
        name: "verify",
        summary: "Verify the hash chain of the log or of an exported file; exits with 1 if it is broken",
        load: () => import("./commands/audit/verify.ts"),
      },
      {
        name: "export",
        summary: "Write the log to a file or standard output as NDJSON",
        load: () => import("./commands/audit/export.ts"),
      },
    ],
  },
  {
    name: "connector",
    summary: "Manage the connectors that pull from other systems",
    subcommands: [
      {
        name: "add",
        summary: "Set up a connector, or change the named settings of one",
        load: () => import("./commands/connector/add.ts"),
      },
      {
        name: "list",
        summary: "List the connectors of a domain with their status",
        load: () => import("./commands/connector/list.ts"),
      },
      {
        name: "test",
        summary: "Sign in and read one page, without storing anything",
        load: () => import("./commands/connector/test.ts"),
      },
      {
        name: "poll",
        summary: "Poll a connector once, now",
        load: () => import("./commands/connector/poll.ts"),
      },
      { name: "enable", summary: "Enable a connector", load: () => import("./commands/connector/enable.ts") },
      { name: "disable", summary: "Disable a connector", load: () => import("./commands/connector/disable.ts") },
      {
        name: "remove",
        summary: "Remove a connector and its secrets; what it delivered stays",
        load: () => import("./commands/connector/remove.ts"),
      },
    ],
  },
  {
    name: "ingest",
    summary: "Ingest log rows or directory objects from files or standard input",
    load: () => import("./commands/ingest.ts"),
  },
  {
    name: "analyze",
    summary: "Compute personas, NHIs and drift now instead of when they are due",
    load: () => import("./commands/analyze.ts"),
  },
  {
    name: "rows",
    summary: "Look at stored log rows",
    subcommands: [
      {
        name: "show",
        summary: "Show log rows by their ids, such as the source_event_ids of a threat event",
        load: () => import("./commands/rows/show.ts"),
      },
    ],
  },
  {
    name: "cases",
    summary: "Look at why rows are in a case or in none",
    subcommands: [
      {
        name: "explain",
        summary: "Show which detectors saw a row, what came of it, and how the judge decided",
        load: () => import("./commands/cases/explain.ts"),
      },
    ],
  },
  {
    name: "retention",
    summary: "Look at and change how long log rows are kept",
    subcommands: [
      {
        name: "show",
        summary: "Show for how many days log rows are kept",
        load: () => import("./commands/retention/show.ts"),
      },
      {
        name: "set",
        summary: "Set for how many days log rows are kept",
        load: () => import("./commands/retention/set.ts"),
      },
    ],
  },
  {
    name: "import",
    summary: "Load a folder of finished records into a domain",
    load: () => import("./commands/import.ts"),
  },
  {
    name: "export",
    summary: "Write a domain's records to a folder that import reads",
    load: () => import("./commands/export.ts"),
  },
  {
    name: "backup",
    summary: "Write everything in the embedded database to a file",
    load: () => import("./commands/backup.ts"),
  },
  {
    name: "restore",
    summary: "Read a backup into an empty data folder or PostgreSQL database",
    load: () => import("./commands/restore.ts"),
  },
  {
    name: "move",
    summary: "Copy the embedded database to an empty PostgreSQL database",
    load: () => import("./commands/move.ts"),
  },
  {
    name: "rules",
    summary: "Work on detection rules (Sigma)",
    subcommands: [
      {
        name: "check",
        summary: "Check that rules can be used; exits with 1 if one is refused",
        load: () => import("./commands/rules/check.ts"),
      },
      { name: "list", summary: "List rules", load: () => import("./commands/rules/list.ts") },
      {
        name: "show",
        summary: "Show what a rule reads and what it cannot see",
        load: () => import("./commands/rules/show.ts"),
      },
      {
        name: "test",
        summary: "Run rules against their examples; exits with 1 if one fails",
        load: () => import("./commands/rules/test.ts"),
      },
    ],
  },
  {
    name: "openapi",
    summary: "Print the OpenAPI document of the public API or of the ingest API",
    load: () => import("./commands/openapi.ts"),
  },
  {
    name: "evaluate",
    summary: "Run the detectors on labeled rows, in a temporary database",
    load: () => import("./commands/evaluate.ts"),
  },
  {
    name: "synth",
    summary: "Write the directory and log rows of a made-up organization to files, with what was planted in them",
    load: () => import("./commands/synth.ts"),
  },
  {
    name: "doctor",
    summary: "Check settings, files, database, Redis and disk space",
    load: () => import("./commands/doctor.ts"),
  },
];
