import { createBehaviours } from "../analysis/detect/behaviour/behaviours.ts";
import { type CompiledRules, compileRules } from "../analysis/detect/sigma/compile-rules.ts";
import { findingOf } from "../analysis/detect/sigma/finding-of.ts";
import type { RuleSource } from "../analysis/detect/sigma/read-documents.ts";
import { monotonicMs } from "../runtime/clock.ts";
import { sha256 } from "../runtime/hashing.ts";
import type { DetectorSet } from "./detector-set.ts";
import { type RulesFolder, readRulesFolder, rulesFolderState, SHIPPED_RULES } from "./rules-folder.ts";

export interface DetectorSourceParts {
  /**
   * Rules of the installation, used besides the shipped ones; those in a folder with the name of a domain are for that
   * domain alone. It need not exist.
   */
  readonly folder: string | undefined;
  readonly log: { warn(facts: object, message: string): void };
  readonly shipped?: string;
  readonly monotonic?: () => number;
}

/** Where a domain's detectors come from. Whoever asks gets the rules as the files are now, or were a moment ago. */
export interface DetectorSource {
  detectorsFor(domain: { readonly name: string }): Promise<DetectorSet>;
}

/** Files are looked at no more often than this. */
const LOOK_EVERY_MS = 2_000;

interface Loaded {
  readonly digest: string;
  readonly detectors: DetectorSet;
}

const NO_FOLDER: RulesFolder = { sources: [], unread: [], state: "" };

export function createDetectorSource(parts: DetectorSourceParts): DetectorSource {
  const { folder, log, shipped = SHIPPED_RULES, monotonic = monotonicMs } = parts;
  const sets = new Map<string, Loaded>();
  const readOwn = folder === undefined ? async () => NO_FOLDER : ownRules(folder, log, monotonic);
  let shippedRules: RulesFolder | undefined;
  return {
    detectorsFor: async ({ name }) => {
      shippedRules ??= await readRulesFolder(shipped);
      const sources = sourcesFor(name, (await readOwn()).sources);
      const digest = sha256(JSON.stringify(sources));
      // Domains without rules of their own share one set.
      const owner = sources.some(({ path }) => path.includes("/")) ? name : "";
      const known = sets.get(owner);
      if (known?.digest === digest) return known.detectors;
      const compiled = compileRules([...shippedRules.sources.map(fromShipped), ...sources]);
      const isBad = tellRefusals(log, owner, compiled, sources);
      // Rules that were just broken do not take the working ones away.
      const detectors = isBad && known ? known.detectors : toDetectorSet(compiled);
      sets.set(owner, { digest, detectors });
      return detectors;
    },
  };
}

/** Reads the installation's own files, again only when one of them has changed. */
function ownRules(
  folder: string,
  log: DetectorSourceParts["log"],
  monotonic: () => number,
): () => Promise<RulesFolder> {
  let own = NO_FOLDER;
  let lookAt = 0;
  return async () => {
    if (lookAt > monotonic()) return own;
    lookAt = monotonic() + LOOK_EVERY_MS;
    const state = await rulesFolderState(folder).catch(() => NO_FOLDER.state);
    if (own.state === state) return own;
    try {
      own = state === NO_FOLDER.state ? NO_FOLDER : await readRulesFolder(folder);
    } catch (error) {
      // A file may go while the folder is read; the next look finds it as it is then.
      log.warn({ folder, err: (error as Error).message }, "the rules folder could not be read");
      return own;
    }
    for (const { path, reason } of own.unread) log.warn({ file: path, reason }, "a rule file was not read");
    return own;
  };
}

/** Of the installation's rules those for everybody, and those of the one domain. */
function sourcesFor(name: string, sources: readonly RuleSource[]): readonly RuleSource[] {
  return sources.filter(({ path }) => !path.includes("/") || path.startsWith(`${name}/`));
}

/** The shipped files by a name that none of the installation's can have. */
const fromShipped = ({ path, text }: RuleSource): RuleSource => ({ path: `<shipped>/${path}`, text });

/** Says which rules are not used and why; answers whether one of the installation's own is among them. */
function tellRefusals(
  log: DetectorSourceParts["log"],
  domain: string,
  { refused }: CompiledRules,
  own: readonly RuleSource[],
): boolean {
  const ownPaths = new Set(own.map(({ path }) => path));
  for (const { path, ruleId, reason } of refused) {
    log.warn({ file: path, rule: ruleId, reason, ...(domain && { domain }) }, "a rule was refused");
  }
  return refused.some(({ path }) => ownPaths.has(path));
}

function toDetectorSet({ engine, detectors }: CompiledRules): DetectorSet {
  return {
    look: (row, actor) => {
      const rules = engine.matches(row);
      const seen = { row, actor, matches: new Set(rules.map(({ facts }) => facts.slug)) };
      return { seen, findings: rules.filter(({ generate }) => generate).map((rule) => findingOf(rule, seen)) };
    },
    stateful: [...detectors, ...createBehaviours()],
  };
}
