import { Type } from "typebox";
import { STEWARD_RELATIONS } from "../../model/identity/nhi-words.ts";
import { CUSTODY_KINDS, keysOf } from "../../model/vocabulary.ts";
import { openEnum } from "../shapes.ts";
import { integer, list, maybe, maybeText, maybeTime, number, text, time } from "./described.ts";

export const NhiSteward = Type.Object({
  upn: maybeText("The UPN of the person."),
  display_name: maybeText("The name of the person."),
  tuid: maybeText("The id of the user."),
  relation: openEnum(keysOf(STEWARD_RELATIONS), "How the person is related to the identity."),
  status: openEnum(["active", "disabled", "deleted", "guest", "unknown"], "The state of the person's account."),
  score: number(
    "The weight of the relation times that of the account's state; the steward has the highest, at least 4.",
  ),
  since: maybeTime("When the relation began, if a row reports it."),
  last_action_at: maybeTime("When the person last changed the identity, if a row reports it."),
  evidence: text("Where the relation comes from."),
});

const CustodyChange = Type.Object({
  at: time("When it happened."),
  change: openEnum(["owner_added", "owner_removed", "created"], "What happened."),
  actor: maybeText("Who did it."),
  subject: maybeText("The owner concerned."),
});

export const NhiCustody = Type.Object({
  kind: openEnum(CUSTODY_KINDS, "Whether a person, a system or nobody is responsible."),
  reason: text("Why, in one sentence."),
  custodian: maybe(
    Type.Object({
      kind: openEnum(["user", "group", "resource", "vendor", "application"], "What is responsible."),
      id: maybeText("Its id."),
      name: maybeText("Its name."),
    }),
    "Who or what is responsible; null if nobody is.",
  ),
  human_owner_count: integer("People who own or sponsor the identity."),
  active_human_owner_count: integer("Those with an enabled account."),
  bus_factor: integer("Distinct people with an enabled account who are known to act on the identity."),
  orphaned_at: maybeTime("When the last owner was removed, if a row reports it."),
  created: Type.Object(
    {
      at: maybeTime("When it was created."),
      by: maybeText("Who created it."),
      via: openEnum(["portal", "api", "pipeline", "consent", "resource", "sync", "unknown"], "How it was created."),
    },
    { description: "How the identity came to be." },
  ),
  chain: list(CustodyChange, 20, "Changes of ownership that rows report, newest first."),
});
