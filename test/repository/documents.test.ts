import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DOCUMENT_TABLES, replaceTable } from "../../scripts/tables/document-tables.ts";
import { SETTINGS } from "../../src/config/settings.ts";
import { BODY_LIMIT_TEXT } from "../../src/contract/body-limit.ts";
import {
  CONDITIONAL_FACTOR,
  INACTIVE_KEY_PER_MINUTE,
  RATE_LIMITS,
  WRONG_KEYS_PER_MINUTE,
} from "../../src/contract/rate-limits.ts";
import {
  LINE_JSON,
  MAX_COLUMNS,
  MAX_EMPTY_LINES,
  MAX_FIELD_CHARACTERS,
  MAX_LINE_RECORDS,
  MAX_LINES,
  MAX_RECORDS,
} from "../../src/ingest/limits.ts";
import { toCount } from "../../src/model/text/amount.ts";
import { SCOPES, SOURCE_TABLES } from "../../src/model/vocabulary.ts";
import { MAX_BODY_BYTES, MEMORY_LIMITS } from "../../src/push/delivery-memory.ts";
import { MAX_LINE_BYTES } from "../../src/runtime/line-splitter.ts";
import { createMetrics } from "../../src/runtime/metrics.ts";
import { MAX_PENDING_ROWS } from "../../src/store/rows/pending-rows.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const manifest = JSON.parse(read("package.json")) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
};
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...readdirSync(new URL("docs/", root))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  ...readdirSync(new URL("docs/decisions/", root)).map((name) => `docs/decisions/${name}`),
];

describe("documents are up to date", () => {
  it("every relative link leads to a file", () => {
    const dead = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)]
        .map(([, target = ""]) => new URL(target, new URL(page, root)))
        .filter((target) => !existsSync(target))
        .map((target) => `${page}: ${target.pathname}`),
    );
    expect(dead).toEqual([]);
  });

  it("every npm script a document names exists", () => {
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run ([a-z0-9:-]+)/g)].map(([, script = ""]) => script),
    );
    expect(named).toContain("demo");
    expect(named.filter((script) => !(script in manifest.scripts))).toEqual([]);
  });

  it("the two commands of the README are the first ones in it", () => {
    const commands = [...read("README.md").matchAll(/^(npm ci[^#\n]+)/gm)].map(([line]) => line.trim());
    expect(commands.slice(0, 2)).toEqual(["npm ci && npm run demo", "npm ci && npm test"]);
  });

  it.each(DOCUMENT_TABLES)("the table of $name in $path is up to date (npm run tables)", ({ path, name, render }) => {
    expect(replaceTable(read(path), name, render())).toBe(read(path));
  });

  it("every setting that is read is declared, and every declared one is read", () => {
    const readNames = new Set([...read("src/config.ts").matchAll(/"(PARAPET_[A-Z_]+)"/g)].map(([, name]) => name));
    expect([...readNames].sort()).toEqual(Object.keys(SETTINGS).sort());
  });

  it("docs/operate.md lists every metric of our own", async () => {
    const text = await createMetrics(
      "test",
      () => 0,
      async () => ({ rows: 0, subjects: 0 }),
    ).text();
    const names = [...text.matchAll(/^# TYPE ((?:parapet|http)_\w+)/gm)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !read("docs/operate.md").includes(`\`${name}`))).toEqual([]);
  });

  it("every direct dependency has its reason, and exact versions are locked", () => {
    const text = read("docs/dependencies.md");
    const named = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
    const unexplained = named.filter((name) => !name.startsWith("@types/") && !text.includes(`\`${name}\``));
    expect(unexplained).toEqual([]);
    const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^\d/.test(version),
    );
    expect(loose).toEqual([]);
    for (const name of Object.keys(manifest.overrides)) expect(text).toContain(`\`${name}\``);
  });

  it("the lock file holds no download addresses", () => {
    expect(read("package-lock.json")).not.toMatch(/"resolved": *"https?:/);
  });

  it("every folder of src stands in ARCHITECTURE.md, and every file it names exists", () => {
    const text = read("ARCHITECTURE.md");
    const folders = readdirSync(new URL("src/", root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(folders.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
    const files = [...text.matchAll(/`((?:[a-z-]+\/)+[a-z-]+\.ts)`/g)].map(([, path = ""]) => path);
    expect(files.length).toBeGreaterThan(10);
    const home = (path: string): string => (path.startsWith("console/") ? path : `src/${path}`);
    expect(files.filter((path) => !existsSync(new URL(home(path), root)))).toEqual([]);
  });

  it("the limits that the documents state are those of the code", () => {
    const { read: reads, write: writes, windowMs, domainFactor } = RATE_LIMITS;
    const times = ["zero", "one", "two", "three", "four", "five", "six"];
    const stated: Readonly<Record<string, readonly string[]>> = {
      "docs/operate.md": [
        `| request body | ${BODY_LIMIT_TEXT};`,
        `| a delivery, decompressed | ${MAX_BODY_BYTES / 1_048_576} MiB, ${toCount(MAX_LINES)} lines |`,
        `| one line of a delivery | ${MAX_LINE_BYTES / 1_048_576} MiB, ${toCount(MAX_COLUMNS)} columns, ${toCount(MAX_FIELD_CHARACTERS)} characters in one column, ${LINE_JSON.maxDepth} levels |`,
        `| rows of a domain that wait for the detectors | ${toCount(MAX_PENDING_ROWS)}, then 503`,
      ],
      "docs/api-decisions.md": [
        `Per key, ${toCount(reads)} reads and ${toCount(writes)} writes in any ${windowMs / 1_000} seconds; per domain, ${times[domainFactor]} times that.`,
        `limited to ${times[CONDITIONAL_FACTOR]} times the reads`,
        `After ${WRONG_KEYS_PER_MINUTE} invalid keys in a minute`,
        `After ${INACTIVE_KEY_PER_MINUTE} requests in a minute with an inactive key`,
        `413: the body is over ${BODY_LIMIT_TEXT}.`,
      ],
      "docs/ingest.md": [
        `| size after decompression | ${MAX_BODY_BYTES / 1_048_576} MiB |`,
        `| lines, or elements of the array or list | ${toCount(MAX_LINES)} |`,
        `| empty lines | ${toCount(MAX_EMPTY_LINES)} |`,
        `| requests of a key | ${toCount(writes)} writes per minute`,
        `| records, if it is an envelope | ${toCount(MAX_LINE_RECORDS)}; ${toCount(MAX_RECORDS)} in all envelopes`,
        `| columns of a row | ${toCount(MAX_COLUMNS)} |`,
        `The first ${MEMORY_LIMITS.freeBytes / 1_024} KiB of a body are not counted`,
        `at most ${MEMORY_LIMITS.totalBytes / 1_048_576} MiB of memory, those of one domain at most ${MEMORY_LIMITS.domainBytes / 1_048_576} MiB`,
      ],
      "SECURITY.md": [
        `After ${WRONG_KEYS_PER_MINUTE} wrong keys a minute from one address`,
        `${INACTIVE_KEY_PER_MINUTE} requests a minute`,
      ],
    };
    const missing = Object.entries(stated).flatMap(([page, sentences]) => {
      const text = read(page).replace(/\s+/g, " ");
      return sentences.filter((sentence) => !text.includes(sentence)).map((sentence) => `${page}: ${sentence}`);
    });
    expect(missing).toEqual([]);
  });

  it("the published map from source to table is whole", () => {
    const text = read("docs/api-decisions.md");
    for (const [source, table] of Object.entries(SOURCE_TABLES)) expect(text).toContain(`| \`${source}\` | ${table} |`);
    for (const scope of SCOPES) expect(text).toContain(scope);
  });

  describe("decision records", () => {
    const records = readdirSync(new URL("docs/decisions/", root)).sort();

    it("have unique four-digit numbers and names in kebab-case", () => {
      expect(records.length).toBeGreaterThanOrEqual(20);
      expect(records.filter((name) => !/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.md$/.test(name))).toEqual([]);
      expect(new Set(records.map((name) => name.slice(0, 4))).size).toBe(records.length);
    });

    it.each(records)(
      "%s has its number in the title and three parts with text: background, decision, consequences",
      (name) => {
        const [title = "", ...parts] = read(`docs/decisions/${name}`).split(/^## /m);
        expect(title).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. \\S`));
        expect(parts.map((part) => part.split("\n")[0])).toEqual(["Background", "Decision", "Consequences"]);
        expect(parts.filter((part) => part.split("\n").slice(1).join("").trim().length < 40)).toEqual([]);
      },
    );

    it("name a newer record where they are superseded in part, and the newer record names them", () => {
      const marks = records.flatMap((name) => {
        const [, list = ""] = /^Superseded in part by (.+)\.$/m.exec(read(`docs/decisions/${name}`)) ?? [];
        return [...list.matchAll(/\((\d{4}-[a-z0-9-]+\.md)\)/g)].map(([, newer = ""]) => ({ name, newer }));
      });
      expect(marks.length).toBeGreaterThan(5);
      const wrong = marks.filter(({ name, newer }) => {
        const number = Number(name.slice(0, 4));
        return newer <= name || !(records.includes(newer) && namesRecord(read(`docs/decisions/${newer}`), number));
      });
      expect(wrong).toEqual([]);
    });
  });
});

/** Whether a text refers to a decision record by its number. */
const namesRecord = (text: string, number: number): boolean =>
  [...text.matchAll(/\brecords? (\d+)/gi)].some(([, found]) => Number(found) === number);
