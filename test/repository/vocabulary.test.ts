import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);

/** Folders whose files are checked, and which files of them. */
const FOLDERS = ["src", "test", "scripts", "docs", "rules", "console"];
const CHECKED = /\.(tsx?|mjs|css|md|ya?ml)$/;
/** Released migrations are never edited, sets are by others, lists of passwords have any word, and this file names the words. */
const SKIPPED =
  /^src\/store\/migrations\/|^scripts\/evaluate\/sets\/|^src\/model\/passwords\/\w+-words\.ts$|^test\/repository\/vocabulary\.test\.ts$/;

/** Words that we do not use, in lower case, and what to write instead. */
const WORDS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(tells?|told|telling)\b/, "reports, logs, prints, shows"],
  [/\bsaid\b/, "stated, returned, printed"],
  [/\b(hears?|heard)\b/, "receives, is notified"],
  [/\bstrangers?\b/, "unknown caller, unknown sender, ignored file"],
  [/\bdoors?\b/, "API, socket server, endpoint"],
  [/\btinder\b/, "supporting hit"],
  [/\bsparks?\b/, "trigger"],
  [/\b(story|stories)\b/, "scenario, incident, case"],
  [/\blessons?\b/, "feedback"],
  [/\bwork(s|ed|ing)? (\w+ )?off\b/, "processes"],
  [/\b(comes?|came|coming) into sight\b/, "becomes visible, arrives"],
  [/\bin vain\b/, "without effect, or the reason"],
  [/\bforg(ives?|iven|ave)\b/, "resets the failure count"],
  [/\banew\b/, "again"],
  [/\b\w*(behaviour|colour|favour|honour|labour|neighbour)\w*/, "American spelling: -or"],
  [/\b(catalogues?|centres?|licences?|judgements?|ageing|greys?)\b/, "American spelling"],
  [/\b(cancell(ed|ing)|label+led|labelling|travell(ed|er|ing)|modell(ed|ing))\b/, "American spelling: one l"],
  [
    /\b(anal|author|capital|custom|general|initial|minim|maxim|normal|optim|organ|priorit|recogn|serial|special|standard|summar|synchron|token|util|visual)(is|ys)(e|ed|es|er|ing|ation)\b/,
    "American spelling: -ize, -yze",
  ],
];

interface Exception {
  readonly path: string;
  readonly word: string;
  readonly reason: string;
}

const EXCEPTIONS: readonly Exception[] = [
  { path: "docs/decisions/0028-corrections-to-earlier-records.md", word: "tinder", reason: "names the former term" },
  { path: "docs/decisions/0028-corrections-to-earlier-records.md", word: "sparks", reason: "names the former term" },
  { path: "rules/azure-activity/azure-web-firewall-deleted.yml", word: "door", reason: "Azure Front Door, a product" },
  { path: "docs/detection-catalog.md", word: "door", reason: "Azure Front Door, a product" },
  { path: "src/connectors/catalog/physical-access.ts", word: "door", reason: "a door of a building" },
  {
    path: "src/analysis/detect/behavior/detectors/payment-fraud.ts",
    word: "stranger",
    reason: "a key in stored hits",
  },
  {
    path: "src/pipeline/detect/pack-hits-migration.db.test.ts",
    word: "spark",
    reason: "a column of a released migration",
  },
];

interface Found {
  readonly path: string;
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

function checkedFiles(): readonly string[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  const pages = readdirSync(root).filter((path) => path.endsWith(".md"));
  return [...pages, ...below].filter((path) => CHECKED.test(path) && !SKIPPED.test(path));
}

/** Finds the words in one line; the parts of a camelCase name are words of their own. */
function findWords(text: string): readonly Pick<Found, "word" | "instead">[] {
  const words = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return WORDS.flatMap(([pattern, instead]) => {
    const word = pattern.exec(words)?.[0];
    return word === undefined ? [] : [{ word, instead }];
  });
}

function findAll(): readonly Found[] {
  return checkedFiles().flatMap((path) =>
    readFileSync(new URL(path, root), "utf8")
      .split("\n")
      .flatMap((text, index) => findWords(text).map((found) => ({ path, line: index + 1, ...found }))),
  );
}

const found = findAll();
const isException = (one: Found, { path, word }: Exception): boolean => one.path === path && one.word === word;

it("the code and the documents use plain technical English with American spelling", () => {
  const wrong = found.filter((one) => !EXCEPTIONS.some((exception) => isException(one, exception)));
  expect(wrong.map(({ path, line, word, instead }) => `${path}:${line}: '${word}', use: ${instead}`)).toEqual([]);
});

it("every exception is still needed", () => {
  const unused = EXCEPTIONS.filter((exception) => !found.some((one) => isException(one, exception)));
  expect(unused.map(({ path, word }) => `${path}: '${word}'`)).toEqual([]);
});

it("each word that is not used is found, in comments, texts and names", () => {
  expect(checkedFiles().length).toBeGreaterThan(1_000);
  const samples = ["the log is told", "const isSpark = 1;", "Works rows off.", "// the behaviour", "normalised rows"];
  expect(samples.map((text) => findWords(text).map(({ word }) => word))).toEqual([
    ["told"],
    ["spark"],
    ["works rows off"],
    ["behaviour"],
    ["normalised"],
  ]);
  expect(findWords("A connector records what it stores, by organization.")).toEqual([]);
});
