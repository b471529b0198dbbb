import { createBehaviors } from "../../analysis/detect/behavior/behaviors.ts";
import { habitDetector } from "../../analysis/detect/sigma/habit-detector.ts";
import { findingOf } from "../../analysis/detect/sigma/match/finding-of.ts";
import type { RuleSource } from "../../analysis/detect/sigma/parse/read-documents.ts";
import type { StatefulDetector } from "../../analysis/detect/stateful-detector.ts";
import { supersessionOf } from "../../analysis/detect/supersede.ts";
import type { RuleList } from "../../model/rule-list.ts";
import { monotonicMs } from "../../runtime/clock.ts";
import { sha256 } from "../../runtime/hashing.ts";
import { guarded } from "../detect/detect-rows.ts";
import type { DetectorSet } from "../detect/detector-set.ts";
import type { CompiledFolder } from "./compile-folder.ts";
import { compileOwnRules, type GoodTexts, type OwnRules } from "./compile-own-rules.ts";
import { listRules } from "./list-rules.ts";
import { type RulesFolder, readRulesFolder, rulesFolderState } from "./rules-folder.ts";
import { domainFolderOf, isRuleFor } from "./rules-layout.ts";
import { readShippedRules } from "./shipped-rules.ts";

export interface DetectorSourceParts {
  /** The folder with the installation's own rules, used in addition to the shipped ones. It need not exist. */
  readonly folder: string | undefined;
  /**
   * Lists the names of all domains; rules in a folder with the name of a domain then apply to that domain only. Without
   * it all rules apply to every domain.
   */
  readonly domainNames?: () => Promise<readonly string[]>;
  readonly log: { warn(facts: object, message: string): void };
  /** Called with the number of refused rules when there are any. */
  readonly onRefused?: ((rules: number) => void) | undefined;
  readonly readShipped?: () => Promise<readonly RuleSource[]>;
  readonly monotonic?: () => number;
}

/** Provides the detectors of a domain, from the rule files as they are now or were at most 2 seconds ago. */
export interface DetectorSource {
  detectorsFor(domain: { readonly name: string }): Promise<DetectorSet>;
  /** Lists the same detectors, and the rules that were refused. */
  rulesFor(domain: { readonly name: string }): Promise<RuleList>;
}

/** The shortest time between two checks of the files. */
const CHECK_EVERY_MS = 2_000;

interface Loaded {
  readonly digest: string;
  readonly detectors: DetectorSet;
  readonly list: RuleList;
  readonly good: GoodTexts;
}

const NO_FOLDER: RulesFolder = { sources: [], unread: [], state: "" };

export function createDetectorSource(parts: DetectorSourceParts): DetectorSource {
  const { folder, domainNames, readShipped = readShippedRules } = parts;
  const load = setLoader(parts);
  /** The set of each domain and the folder it was made from; comparing the texts of many files would be slow. */
  const given = new Map<string, { readonly all: RulesFolder; readonly loaded: Loaded }>();
  const readOwn = folder === undefined ? async () => NO_FOLDER : ownRules(folder, parts);
  const loadedFor = async (name: string): Promise<Loaded> => {
    const shippedRules = await readShipped();
    const all = await readOwn();
    const before = given.get(name);
    if (before?.all === all) return before.loaded;
    const own = domainNames === undefined ? all : rulesFor(name, all);
    const digest = sha256(JSON.stringify([own.sources, own.unread]));
    // All domains without rules of their own share one set.
    const isShared = domainNames === undefined || !own.sources.some(({ path }) => domainFolderOf(path) === name);
    const owner = isShared ? "" : name;
    const loaded = await load({ owner, digest, own, shippedRules });
    given.set(name, { all, loaded });
    return loaded;
  };
  return {
    detectorsFor: async ({ name }) => (await loadedFor(name)).detectors,
    rulesFor: async ({ name }) => (await loadedFor(name)).list,
  };
}

interface Wanted {
  readonly owner: string;
  readonly digest: string;
  readonly own: Pick<RulesFolder, "sources" | "unread">;
  readonly shippedRules: readonly RuleSource[];
}

/** Compiles rule sets one after the other, so that concurrent requests for the same rules share one set. */
function setLoader({ log, onRefused }: DetectorSourceParts): (wanted: Wanted) => Promise<Loaded> {
  const sets = new Map<string, Loaded>();
  let lastLoad: Promise<unknown> = Promise.resolve();
  const load = async ({ owner, digest, own, shippedRules }: Wanted): Promise<Loaded> => {
    const known = sets.get(owner);
    if (known?.digest === digest) return known;
    const { good } = known ?? sets.get("") ?? { good: new Map() };
    const rules = await compileOwnRules(shippedRules, own, good);
    printRefusals(log, owner, rules);
    if (rules.refused.length > 0) onRefused?.(rules.refused.length);
    const stateful = [...rules.compiled.detectors, ...createBehaviors(rules.compiled.overrides)];
    const loaded = {
      digest,
      detectors: toDetectorSet(rules.compiled, [...stateful, ...habitsOf(rules.compiled)]),
      list: listRules(rules, stateful, shippedRules),
      good: rules.good,
    };
    sets.set(owner, loaded);
    return loaded;
  };
  return (wanted) => {
    const loading = lastLoad.then(() => load(wanted));
    lastLoad = loading.catch(() => undefined);
    return loading;
  };
}

/** Reads the installation's own files, and again only when one of them changed. */
function ownRules(folder: string, parts: DetectorSourceParts): () => Promise<RulesFolder> {
  const { log, monotonic = monotonicMs } = parts;
  const warnOfUnknownDomains = createUnknownDomainWarning(parts);
  let own = NO_FOLDER;
  let checkAt = 0;
  let lastError = "";
  return async () => {
    if (checkAt > monotonic()) return own;
    checkAt = monotonic() + CHECK_EVERY_MS;
    try {
      const state = await rulesFolderState(folder).catch(noFolder);
      if (own.state !== state) {
        const read = state === NO_FOLDER.state ? NO_FOLDER : await readRulesFolder(folder);
        await warnOfUnknownDomains(read.sources);
        own = read;
      }
      lastError = "";
    } catch (error) {
      const { message } = error as Error;
      if (message !== lastError) log.warn({ folder, err: message }, "the rules folder could not be read");
      lastError = message;
    }
    return own;
  };
}

function noFolder(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return NO_FOLDER.state;
  throw error;
}

/** Warns once about each folder that has no domain's name; its rules apply to no domain. */
function createUnknownDomainWarning({
  domainNames,
  log,
}: DetectorSourceParts): (sources: readonly RuleSource[]) => Promise<void> {
  const warned = new Set<string>();
  return async (sources) => {
    const folders = new Set(sources.flatMap(({ path }) => domainFolderOf(path) ?? []));
    if (domainNames === undefined || folders.size === 0) return;
    const names = await domainNames();
    for (const folder of folders) {
      if (names.includes(folder) || warned.has(folder)) continue;
      warned.add(folder);
      log.warn({ folder }, "a folder of rules belongs to no domain");
    }
  };
}

/** Returns the installation's rules that apply to a domain. */
function rulesFor(name: string, { sources, unread }: RulesFolder): Pick<RulesFolder, "sources" | "unread"> {
  const isWanted = ({ path }: { readonly path: string }) => isRuleFor(path, name);
  return { sources: sources.filter(isWanted), unread: unread.filter(isWanted) };
}

/** Logs each refused rule with the reason. */
function printRefusals(log: DetectorSourceParts["log"], domain: string, { refused }: OwnRules): void {
  for (const { path, ruleId, reason, isEarlierUsed } of refused) {
    log.warn(
      { file: path, rule: ruleId, reason, ...(domain && { domain }) },
      isEarlierUsed ? "a rule was refused; the earlier version of its file stays in use" : "a rule was refused",
    );
  }
}

/** Returns the detectors of the rules that are silent about habits. */
const habitsOf = ({ rules }: CompiledFolder): readonly StatefulDetector[] =>
  rules.flatMap((rule) => (rule.generate && rule.habitDays !== null ? [habitDetector(rule, rule.habitDays)] : []));

function toDetectorSet({ engine }: CompiledFolder, stateful: readonly StatefulDetector[]): DetectorSet {
  return {
    look: (row, actor, onProblem) => {
      const rules = engine.matches(row, ({ facts }, error) => onProblem(facts.slug, error));
      const seen = { row, actor, matches: new Set(rules.map(({ facts }) => facts.slug)) };
      const findings = rules
        .filter(({ generate, habitDays }) => generate && habitDays === null)
        .flatMap((rule) => guarded(rule.facts.slug, onProblem, () => findingOf(rule, seen)) ?? []);
      return { seen, findings };
    },
    stateful,
    supersession: supersessionOf([...engine.rules, ...stateful].map(({ facts }) => facts)),
  };
}
