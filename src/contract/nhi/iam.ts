import { Type } from "typebox";
import { AUTH_METHODS, RHYTHMS } from "../../model/identity/nhi-words.ts";
import { keysOf } from "../../model/vocabulary.ts";
import { openEnum } from "../shapes.ts";
import { integer, list, maybe, maybeFlag, maybeInteger, maybeText, maybeTime, share, texts } from "./described.ts";

export const AuthMethod = openEnum(AUTH_METHODS, "A way to authenticate.");

export const NhiIam = Type.Object({
  authentication: Type.Object(
    {
      methods: list(
        Type.Object({
          method: AuthMethod,
          share: share("Its share of the authenticated calls."),
          calls: integer("Calls in the window."),
          last_used: maybeTime("The last day of its use."),
        }),
        12,
        "Methods seen in use, the most frequent first.",
      ),
      strongest: maybe(AuthMethod, "The strongest method available to it."),
      weakest: maybe(AuthMethod, "The weakest method available to it."),
      interactive_use: maybeFlag("Whether interactive sign-ins were seen; null without sign-in rows."),
      conditional_access: openEnum(["applied", "not_applied", "unknown"], "Whether access policies apply to it."),
    },
    { description: "How it authenticates." },
  ),
  credential: maybe(
    Type.Object({
      count: integer("Credentials of its own."),
      valid_count: integer("Those that are valid now."),
      types: list(AuthMethod, 12, "Their kinds."),
      soonest_expiry: maybeTime("When the first valid one expires."),
      oldest_created: maybeTime("When the oldest valid one was created."),
      shared_with: maybeInteger("Other identities with the same credential; null if key ids were not delivered."),
    }),
    "Its credentials in short; null if credentials were not delivered.",
  ),
  operation_pattern: Type.Object(
    {
      rhythm: openEnum(keysOf(RHYTHMS), "The class of its call rhythm."),
      active_days_90: integer("Days with calls in the last 90."),
      hours_utc: list(share("A share of the calls."), 24, "The share of its calls by hour of the day, UTC."),
      weekend_share: share("The share of its calls on Saturday and Sunday, UTC."),
      source_networks: integer("Distinct networks from which it called."),
      countries: texts("Countries from which it called, the most frequent first.", 10),
      egress: openEnum(["single", "few", "many", "unknown"], "How many networks it calls from: 1, up to 5, or more."),
    },
    { description: "When and from where it calls." },
  ),
  devices: list(
    Type.Object({
      kind: openEnum(
        ["azure_resource", "vm", "container", "runner", "server", "workstation", "unknown"],
        "What kind of host it is.",
      ),
      name: maybeText("Its name."),
      resource_id: maybeText("The id of the cloud resource."),
      last_seen: maybeTime("The last day on which it was seen."),
    }),
    20,
    "The hosts and workloads that use the identity, the most recent first.",
  ),
});
