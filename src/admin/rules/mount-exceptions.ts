import { endException } from "../../actions/rules/end-exception.ts";
import { exceptEntity } from "../../actions/rules/except-entity.ts";
import { adminEndpoints as at } from "../../contract/admin/admin-endpoints.ts";
import { answerOf } from "../../http/answer.ts";
import { Failure } from "../../model/failure.ts";
import { LEARNED_EXCEPTION_MS, normalizeEntity, type RuleException } from "../../model/rule-settings.ts";
import { type LearnedException, listLearnedExceptions } from "../../store/rules/learned-exceptions.ts";
import { listRuleExceptions } from "../../store/rules/rule-exceptions.ts";
import { type Actors, actorsOf } from "../actors.ts";
import { type AdminParts, DONE, type MountAdmin } from "../admin-plane.ts";
import { readExpiry } from "../read-expiry.ts";
import { requireReason } from "./require-reason.ts";
import { requireRule } from "./require-rule.ts";

/** Mounts the exceptions of rules. */
export function mountExceptions({ detectors: listed }: AdminParts, mount: MountAdmin): void {
  mount(at.listExceptions, async ({ db, database, domain, clock }, { query }) => {
    const now = clock();
    const isWanted = ({ detector }: { readonly detector: string }) =>
      query.rule === undefined || query.rule === detector;
    const made = (await listRuleExceptions(db)).filter(isWanted);
    const since = new Date(now.getTime() - LEARNED_EXCEPTION_MS);
    const learned = (await listLearnedExceptions(db, since)).filter(isWanted);
    const authors = made.map(({ madeBy }) => madeBy);
    const actors = await actorsOf(database, db, authors);
    const { detections } = await listed.rulesFor(domain);
    const titles = new Map(detections.map(({ facts }) => [facts.slug, facts.title]));
    const items = [...made.map((one) => describeMade(one, actors, now)), ...learned.map(describeLearned)]
      .map((item) => ({ ...item, rule_title: titles.get(item.rule) ?? null }))
      .sort((left, right) => right.made_at.getTime() - left.made_at.getTime());
    return answerOf(JSON.stringify({ items }));
  });

  mount(at.makeException, async (caller, { body }) => {
    const reason = requireReason(body.reason);
    const entity = normalizeEntity(body.entity);
    if (entity === "") throw new Failure("invalid_body", "field 'entity' must not be blank", { field: "entity" });
    const expiresAt = readExpiry(body.expires_at, caller.clock());
    requireRule(await listed.rulesFor(caller.domain), body.rule);
    const made = await exceptEntity(caller, { detector: body.rule, entity, reason, expiresAt });
    return answerOf(JSON.stringify({ exception_id: made.exceptionId }));
  });

  mount(at.endException, async (caller, { params }) => {
    await endException(caller, params.exception_id.toLowerCase());
    return answerOf(DONE);
  });
}

const describeMade = (exception: RuleException, actors: Actors, now: Date) => ({
  exception_id: exception.exceptionId,
  origin: "member",
  rule: exception.detector,
  entity: exception.entity,
  entity_name: null,
  reason: exception.reason,
  by: actors(exception.madeBy),
  case_id: null,
  made_at: exception.madeAt,
  expires_at: exception.expiresAt,
  is_expired: exception.expiresAt !== null && exception.expiresAt <= now,
});

const describeLearned = (exception: LearnedException) => ({
  exception_id: exception.exceptionId,
  origin: "verdict",
  rule: exception.detector,
  entity: exception.subject,
  entity_name: exception.name,
  reason: null,
  by: null,
  case_id: exception.caseId,
  made_at: exception.decidedAt,
  expires_at: new Date(exception.decidedAt.getTime() + LEARNED_EXCEPTION_MS),
  is_expired: false,
});
