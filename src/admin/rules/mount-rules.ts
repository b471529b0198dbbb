import { switchRule } from "../../actions/rules/switch-rule.ts";
import { adminEndpoints as at } from "../../contract/admin/admin-endpoints.ts";
import { MAX_REFUSED } from "../../contract/admin/rules.ts";
import { DEFAULT_PAGE_SIZE } from "../../contract/shapes.ts";
import { answerOf } from "../../http/answer.ts";
import { type DetectionNotes, RULE_PACKS } from "../../model/rule-list.ts";
import type { RuleSwitch } from "../../model/rule-settings.ts";
import { readReceivedTables } from "../../store/rows/received-rows.ts";
import { listRuleSwitches } from "../../store/rules/rule-switches.ts";
import { actorsOf } from "../actors.ts";
import { type AdminParts, DONE, type MountAdmin } from "../admin-plane.ts";
import { describeRules } from "./describe-rules.ts";
import { mountExceptions } from "./mount-exceptions.ts";
import { requireReason } from "./require-reason.ts";
import { requireRule } from "./require-rule.ts";
import { selectRules } from "./select-rules.ts";

/** Mounts what is looked for in log rows: packs, rules, their switches and exceptions. */
export function mountRules(parts: AdminParts, mount: MountAdmin): void {
  const { detectors: listed } = parts;

  mount(at.listRulePacks, async ({ db, domain }) => {
    const { detections, refused } = await listed.rulesFor(domain);
    const off = detectorsOf(await listRuleSwitches(db));
    const items = RULE_PACKS.map((pack) => {
      const loaded = detections.filter((detection) => detection.pack === pack);
      return {
        pack,
        loaded: loaded.length,
        off: loaded.filter(({ facts }) => off.has(facts.slug)).length,
        refused: refused.filter((one) => one.pack === pack).length,
      };
    });
    return answerOf(JSON.stringify({ items }));
  });

  mount(at.listRules, async ({ db, domain, clock }, { query }) => {
    const { detections } = await listed.rulesFor(domain);
    const off = detectorsOf(await listRuleSwitches(db));
    const found = selectRules(detections, off, query);
    const page = found.slice(0, query.page_size ?? DEFAULT_PAGE_SIZE);
    const items = await describeRules(db, page, off, clock());
    const last = page.length < found.length ? page.at(-1) : undefined;
    return answerOf(JSON.stringify({ next_cursor: last?.facts.slug ?? null, items }));
  });

  mount(at.getRule, async ({ db, database, domain, clock }, { params }) => {
    const rules = await listed.rulesFor(domain);
    const detection = requireRule(rules, params.rule);
    const switches = await listRuleSwitches(db);
    const off = detectorsOf(switches);
    const [rule] = await describeRules(db, [detection], off, clock());
    const switched = switches.find(({ detector }) => detector === params.rule);
    const actors = await actorsOf(database, db, switched ? [switched.switchedBy] : []);
    const received = new Set((await readReceivedTables(db, clock())).map(({ table }) => table));
    return answerOf(
      JSON.stringify({
        ...rule,
        switched: switched
          ? { reason: switched.reason, by: actors(switched.switchedBy), at: switched.switchedAt }
          : null,
        missing_tables: detection.tables.filter((table) => !received.has(table)),
        ...toNotes(await rules.notesOf(detection)),
      }),
    );
  });

  mount(at.setRuleState, async (caller, { params, body }) => {
    const reason = requireReason(body.reason);
    requireRule(await listed.rulesFor(caller.domain), params.rule);
    await switchRule(caller, { detector: params.rule, enabled: body.state === "on", reason });
    return answerOf(DONE);
  });

  mount(at.listRefusedRules, async ({ domain }) => {
    const { refused } = await listed.rulesFor(domain);
    const items = refused.slice(0, MAX_REFUSED).map(({ pack, path, ruleId, reason, isEarlierUsed }) => ({
      pack,
      path,
      rule_id: ruleId,
      reason,
      is_earlier_used: isEarlierUsed,
    }));
    return answerOf(JSON.stringify({ total: refused.length, items }));
  });

  mountExceptions(parts, mount);
}

const detectorsOf = (switches: readonly RuleSwitch[]): ReadonlySet<string> =>
  new Set(switches.map(({ detector }) => detector));

/** Returns the documentation of a rule as the API names its parts. */
function toNotes({ falsePositives, cannotSee, ...notes }: DetectionNotes) {
  return { ...notes, false_positives: falsePositives, cannot_see: cannotSee };
}
