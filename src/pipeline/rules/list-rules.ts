import { BEHAVIOR_NOTES } from "../../analysis/detect/behavior/behavior-notes.ts";
import { settingsOfBehavior } from "../../analysis/detect/behavior/written-settings.ts";
import { describeBlindness } from "../../analysis/detect/sigma/describe-reading.ts";
import { type RuleSource, readDocuments } from "../../analysis/detect/sigma/parse/read-documents.ts";
import { readNotes, textsOf } from "../../analysis/detect/sigma/parse/rule-facts.ts";
import { slugOf } from "../../analysis/detect/sigma/parse/rule-identity.ts";
import type { StatefulDetector } from "../../analysis/detect/stateful-detector.ts";
import type { Detection, DetectionNotes, RefusedRule, RuleList, RulePack } from "../../model/rule-list.ts";
import type { CompiledFolder } from "./compile-folder.ts";
import type { OwnRules } from "./compile-own-rules.ts";
import { domainFolderOf, isShipped, shippedPathOf } from "./rules-layout.ts";

/** Lists the rules that create events themselves, the correlations and the behaviors, and what was refused. */
export function listRules(
  { compiled, refused, sources }: OwnRules,
  stateful: readonly StatefulDetector[],
  shipped: readonly RuleSource[],
): RuleList {
  const files = new Map([...shipped, ...sources].map((source) => [source.path, source]));
  return {
    detections: detectionsOf(compiled, stateful),
    refused: refused.map(
      ({ path, ...refusal }): RefusedRule => ({ ...refusal, pack: packOf(path), path: shownPath(path) }),
    ),
    notesOf: async ({ facts: { slug } }) => {
      const source = files.get(compiled.paths.get(slug) ?? "");
      return source === undefined ? notesOfBehavior(slug, compiled) : notesOfRule(slug, source, compiled);
    },
  };
}

function detectionsOf({ rules, paths }: CompiledFolder, stateful: readonly StatefulDetector[]): readonly Detection[] {
  const single = rules
    .filter(({ generate }) => generate)
    .map(({ facts, tables, path }): Detection => ({ kind: "rule", pack: packOf(path), facts, tables }));
  const others = stateful.map(({ facts, tables }): Detection => {
    const path = paths.get(facts.slug);
    return path === undefined
      ? { kind: "behavior", pack: "behaviors", facts, tables }
      : { kind: "correlation", pack: packOf(path), facts, tables };
  });
  return [...single, ...others].sort((a, b) => (a.facts.slug < b.facts.slug ? -1 : 1));
}

function packOf(path: string): RulePack {
  if (isShipped(path)) return "shipped";
  return domainFolderOf(path) === null ? "installation" : "domain";
}

const shownPath = (path: string): string => (isShipped(path) ? shippedPathOf(path) : path);

function notesOfRule(slug: string, source: RuleSource, { rules }: CompiledFolder): DetectionNotes {
  const rule = rules.find(({ facts }) => facts.slug === slug);
  const data = readDocuments(source).find((document) => slugOf(document) === slug)?.data ?? {};
  const { description, why, falsePositives, references } = readNotes(data);
  const correlation = data["correlation"] as Readonly<Record<string, unknown>> | undefined;
  return {
    description,
    why,
    falsePositives,
    references,
    counts: textsOf(correlation?.["rules"]),
    cannotSee: rule === undefined ? [] : describeBlindness(rule),
    settings: [],
    file: { path: shownPath(source.path), text: source.text },
  };
}

function notesOfBehavior(slug: string, { overrides }: CompiledFolder): DetectionNotes {
  const note = BEHAVIOR_NOTES[slug];
  return {
    description: "",
    why: note?.why ?? "",
    falsePositives: note ? [note.falsePositives] : [],
    references: [],
    counts: [],
    cannotSee: [],
    settings: settingsOfBehavior(slug, overrides),
    file: null,
  };
}
