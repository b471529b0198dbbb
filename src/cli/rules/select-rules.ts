import { relative, resolve, sep } from "node:path";
import type { CompiledRules } from "../../analysis/detect/sigma/compile-rules.ts";
import type { RuleSource } from "../../analysis/detect/sigma/parse/read-documents.ts";
import type { Effect, RuleWarning } from "../../analysis/detect/sigma/rule-messages.ts";
import { Failure } from "../../model/failure.ts";
import { toAmount } from "../../model/text/amount.ts";
import { compileFolder } from "../../pipeline/rules/compile-folder.ts";
import { type RulesFolder, readRulesFolder, SHIPPED_RULES } from "../../pipeline/rules/rules-folder.ts";
import {
  domainFolderOf,
  isRuleFor,
  isShipped,
  rulesFolderOf,
  SHARED_FOLDER,
  shippedPathOf,
} from "../../pipeline/rules/rules-layout.ts";
import { readShippedRules } from "../../pipeline/rules/shipped-rules.ts";
import { describeUnreadable } from "../../runtime/system-error.ts";
import type { Invocation } from "../command.ts";
import { UsageError } from "../usage-error.ts";

/** Help text on where an installation keeps its rules. */
export const RULES_LAYOUT_HELP = `Your own rules are used in addition to the shipped ones and are reloaded when they change:
  DIR/rules/*.yml         for every domain; DIR is the data folder
  DIR/rules/${SHARED_FOLDER}/**    for every domain, in folders of any depth
  DIR/rules/DOMAIN/**     only for the domain of that name`;

/**
 * Returns the rules of a folder, or without one the rules that the installation uses. They are always compiled together
 * with the shipped rules, as the service does, but for a folder only its own rules are returned.
 */
export async function selectRules(invocation: Invocation, folder: string | undefined): Promise<CompiledRules> {
  if (folder === undefined) return withWarnings(await installedRules(invocation));
  if (invocation.options["domain"] !== undefined) throw new UsageError("--domain is for the rules of the data folder");
  const own = await readRulesFolder(resolve(folder)).catch((error: NodeJS.ErrnoException) => {
    throw new Failure("invalid_request", `'${folder}' ${describeUnreadable(error)}`);
  });
  // The folder may be the shipped one, or a part of it.
  const shipped = (await readShippedRules()).filter(
    ({ path }) => !isBelow(resolve(folder), resolve(SHIPPED_RULES, shippedPathOf(path))),
  );
  return ofFolder(withWarnings(compiledWith(shipped, own)));
}

/** Returns the rules that the service uses for a domain, or for a domain without rules of its own. */
async function installedRules({ config, options, terminal }: Invocation): Promise<CompiledRules> {
  const folder = rulesFolderOf(config.dataDir);
  const domain = options["domain"];
  const all = await readRulesFolder(folder).catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return { sources: [], unread: [] };
    throw error;
  });
  const isWanted = ({ path }: { readonly path: string }) => isRuleFor(path, domain);
  const own = { sources: all.sources.filter(isWanted), unread: all.unread.filter(isWanted) };
  const folders = [...new Set(all.sources.flatMap(({ path }) => domainFolderOf(path) ?? []))];
  if (domain !== undefined && !folders.includes(domain)) {
    terminal.note(`Domain '${domain}' has no rules of its own: there are none in ${folder}/${domain}.`);
  }
  const others = folders.filter((name) => name !== domain);
  if (others.length > 0) terminal.note(`Not included, used only for one domain (--domain NAME): ${others.join(", ")}.`);
  terminal.note(`The shipped rules and ${toAmount(own.sources.length, "file")} of ${folder}.`);
  return compiledWith(await readShippedRules(), own);
}

const isMissing = ({ code }: NodeJS.ErrnoException): boolean => code === "ENOENT" || code === "ENOTDIR";

function isBelow(folder: string, path: string): boolean {
  const [first] = relative(folder, path).split(sep);
  return first !== "..";
}

type Files = Pick<RulesFolder, "sources" | "unread">;

function compiledWith(shipped: readonly RuleSource[], own: Files): CompiledRules {
  const compiled = compileFolder([...shipped, ...own.sources]);
  return { ...compiled, refused: [...own.unread.map((file) => ({ ...file, ruleId: null })), ...compiled.refused] };
}

/** Keeps the rules and messages of a folder's files; the engine stays that of all rules. */
function ofFolder(compiled: CompiledRules): CompiledRules {
  const isOwn = ({ path }: { readonly path: string }) => !isShipped(path);
  return {
    ...compiled,
    rules: compiled.rules.filter(isOwn),
    detectors: compiled.detectors.filter(({ facts }) => !isShipped(compiled.paths.get(facts.slug) ?? "")),
    // A shipped rule is refused only where a file of the folder takes its place or its fields.
    refused: compiled.refused,
    warnings: compiled.warnings.filter(isOwn),
    mappings: compiled.mappings.filter(isOwn),
  };
}

const MAX_NAMED = 5;

/** Adds a warning for each own document that changes what shipped rules do, which Sigma allows but is easily done by accident. */
function withWarnings(compiled: CompiledRules): CompiledRules {
  const { effects } = compiled;
  const silentAnyway = new Set(
    effects.filter(({ path, kind }) => isShipped(path) && kind === "silences").flatMap(({ rules }) => rules),
  );
  const added = effects
    .filter(({ path }) => !isShipped(path))
    .flatMap(({ path, ruleId, kind, rules }): readonly RuleWarning[] => {
      const shipped = rules.filter((rule) => isShipped(rule.path) && !(kind === "silences" && silentAnyway.has(rule)));
      if (shipped.length === 0) return [];
      const slugs = shipped.slice(0, MAX_NAMED).map(({ facts }) => facts.slug);
      const rest = shipped.length - slugs.length;
      return [{ path, ruleId, message: MEANING[kind](`${slugs.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`) }];
    });
  return { ...compiled, warnings: [...compiled.warnings, ...added] };
}

const MEANING: Readonly<Record<Effect["kind"], (rules: string) => string>> = {
  silences: (rules) =>
    `the correlation silences shipped rules, which then raise no alert by themselves: ${rules} ('generate: true' keeps them)`,
  filters: (rules) => `the filter hides rows from shipped rules: ${rules}`,
  maps: (rules) => `the mapping replaces a shipped one, so these shipped rules read other rows: ${rules}`,
};
