import { Type } from "typebox";
import { openEnum } from "../shapes.ts";
import {
  flag,
  integer,
  list,
  maybe,
  maybeFlag,
  maybeNumber,
  maybeText,
  maybeTime,
  share,
  Tier,
  text,
  texts,
  time,
} from "./described.ts";

export const NhiInteractions = Type.Object({
  calls_out: list(
    Type.Object({
      system: text("The system that it calls."),
      resource_count: integer("Distinct resources in it."),
      calls: integer("Calls in the window."),
      share: share("Its share of all calls to known systems."),
      last_seen: time("The last day of a call."),
    }),
    20,
    "The systems that it calls, the most frequent first.",
  ),
  called_by: list(
    Type.Object({
      kind: openEnum(["user", "nhi", "resource"], "What calls it."),
      name: text("Its name."),
      id: maybeText("Its id."),
      calls: integer("Calls in the window."),
      last_seen: time("The last day of a call."),
    }),
    20,
    "The workloads and hosts that use the identity, the most frequent first.",
  ),
  delegated_users: maybe(
    Type.Object({
      count: integer("Users who consented for themselves."),
      departments: list(
        Type.Object({ name: text("The department."), count: integer("Its users.") }),
        5,
        "Their departments, the largest first.",
      ),
    }),
    "The users on whose behalf it may act; null if grants were not delivered.",
  ),
  acts_for_users: flag("Whether it holds delegated permissions."),
  acts_as_itself: flag("Whether it holds permissions of its own or calls as itself."),
  human_operated: maybeFlag("Whether a person seems to use it by hand; null without activity."),
  federated_from: list(
    Type.Object({ issuer: text("The issuer of the tokens."), subject: text("The subject that is trusted.") }),
    10,
    "The external workloads that may use the identity by federation.",
  ),
});

export const NhiDataMovement = Type.Object({
  window_days: integer("The days that were counted."),
  basis: openEnum(["operation_counts"], "What was counted."),
  read: integer("Reads."),
  written: integer("Writes."),
  deleted: integer("Deletions."),
  exported: integer("Exports."),
  unit: openEnum(["operations"], "The unit of the counts."),
  bytes: integer("Bytes that rows report, in and out."),
  stores: list(
    Type.Object({
      name: text("The name of the store."),
      kind: openEnum(
        ["mailbox", "site", "drive", "storage_account", "database", "key_vault", "repository", "queue", "other"],
        "Its kind.",
      ),
      calls: integer("Calls to it in the window."),
      sensitive: maybeFlag("Whether it is known to hold sensitive data."),
    }),
    20,
    "The data stores that it called, the most frequent first.",
  ),
  direction: openEnum(
    ["inbound", "outbound", "internal", "none"],
    "`inbound`: mostly writes; `outbound`: mostly reads and exports; `internal`: both; `none`: neither.",
  ),
  change_vs_previous: maybeNumber("The base-2 logarithm of the ratio to the window before; null without one."),
});

export const NhiResourceEdge = Type.Object({
  id: text("Identifies the resource."),
  name: text("Its name."),
  kind: text("Its kind."),
  system: text("The system that it belongs to."),
  access: texts("`read`, `write`, `delete`, `admin` or `sign_in`, as granted or as seen.", 5),
  granted: flag("Whether the directory grants access to it."),
  observed: flag("Whether calls to it were seen in the window."),
  calls_90d: integer("Calls in the window."),
  first_seen: maybeTime("The first day of a call in the stored history."),
  last_seen: maybeTime("The last day of a call."),
  tier: maybe(Tier, "The tier of the access granted; null if none is."),
  sensitive: maybeFlag("Whether it is known to hold sensitive data."),
});

export const NhiActorEdge = Type.Object({
  id: maybeText("The id of the actor."),
  name: text("Its name."),
  kind: openEnum(["user", "nhi", "group", "resource", "workload"], "What the actor is."),
  relation: openEnum(
    ["owner", "sponsor", "creator", "credential_manager", "consented", "runs_as", "federates_to", "manages"],
    "How it is related to the identity.",
  ),
  can_take_over: flag("Whether the relation lets the actor act as the identity."),
  first_seen: maybeTime("When the relation was first seen."),
  last_seen: maybeTime("When it was last seen."),
  count: integer("How often it was seen in rows; 0 if only the directory shows it."),
});
