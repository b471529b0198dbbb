import { type CompiledRules, type CompileOptions, compileRules } from "../analysis/detect/sigma/compile-rules.ts";
import type { RuleSource } from "../analysis/detect/sigma/read-documents.ts";
import { readRulesFolder, rulesFolderState } from "./rules-folder.ts";

/** The rules of one or more folders, compiled again whenever a file in them has changed. */
export class LiveRules {
  readonly #folders: readonly string[];
  readonly #options: CompileOptions;
  #states: readonly string[] = [];
  #rules: CompiledRules;

  private constructor(folders: readonly string[], options: CompileOptions) {
    this.#folders = folders;
    this.#options = options;
    this.#rules = compileRules([], options);
  }

  /** A folder that is not there holds no rules until it is made. */
  static async open(folders: readonly string[], options: CompileOptions = {}): Promise<LiveRules> {
    const rules = new LiveRules(folders, options);
    await rules.refresh();
    return rules;
  }

  /** The same object for as long as no file changes. */
  get current(): CompiledRules {
    return this.#rules;
  }

  /** Looks at the folders and answers whether other rules apply from now on. */
  async refresh(): Promise<boolean> {
    const states = await Promise.all(this.#folders.map((folder) => unlessMissing(rulesFolderState(folder), "")));
    if (states.length === this.#states.length && states.every((state, at) => state === this.#states[at])) return false;
    const sources: RuleSource[] = [];
    const unread: CompiledRules["refused"][number][] = [];
    for (const folder of this.#folders) {
      const read = await unlessMissing(readRulesFolder(folder), { sources: [], unread: [], state: "" });
      sources.push(...read.sources);
      unread.push(...read.unread.map(({ path, reason }) => ({ path, ruleId: null, reason })));
    }
    const compiled = compileRules(sources, this.#options);
    this.#rules = { ...compiled, refused: [...unread, ...compiled.refused] };
    // The states of before the reading: what changed while it went on is seen by the next look.
    this.#states = states;
    return true;
  }
}

async function unlessMissing<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return otherwise;
    throw error;
  }
}
