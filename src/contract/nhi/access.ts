import { Type } from "typebox";
import { ENTITLEMENT_KINDS } from "../../model/identity/entitlement.ts";
import { LEGITIMACY_SIGNALS, LEGITIMACY_VERDICTS } from "../../model/identity/nhi-words.ts";
import { openEnum } from "../shapes.ts";
import {
  flag,
  integer,
  list,
  maybeFlag,
  maybeInteger,
  maybeNumber,
  maybeText,
  maybeTime,
  Tier,
  text,
  time,
} from "./described.ts";

export const NhiLegitimacy = Type.Object({
  verdict: openEnum(LEGITIMACY_VERDICTS, "How trustworthy the origin of the identity is."),
  signals: list(
    Type.Object({
      id: openEnum(LEGITIMACY_SIGNALS, "The signal."),
      effect: openEnum(["supports", "weakens"], "Whether it speaks for or against the identity."),
      detail: text("What was found."),
    }),
    12,
    "The findings behind the verdict, the strongest first.",
  ),
  publisher: Type.Object(
    {
      name: maybeText("The publisher's name."),
      verified: maybeFlag("Whether the platform has verified the publisher."),
      tenant_id: maybeText("The tenant that owns the application."),
      first_party: maybeFlag("Whether that is the vendor of the platform."),
    },
    { description: "Who published the application." },
  ),
  consent: Type.Object(
    {
      kind: openEnum(["admin", "user", "preauthorized", "none", "unknown"], "Who consented to its permissions."),
      by: maybeText("The person, if a row reports it."),
      at: maybeTime("When, if a row reports it."),
      user_count: maybeInteger("Users who consented for themselves; null if grants were not delivered."),
    },
    { description: "How it got its permissions." },
  ),
});

export const NhiEntitlement = Type.Object({
  key: text("Identifies the entitlement; equal for all identities that hold it."),
  name: text("Its name."),
  kind: openEnum(ENTITLEMENT_KINDS, "Its kind."),
  resource: maybeText("The API or application that grants it."),
  scope: maybeText("Where it applies."),
  tier: Tier,
  privilege_class: text("What it allows."),
  privileged: flag("Whether it is privileged."),
  granted_at: maybeTime("When it was granted."),
  granted_by: maybeText("Who granted it, if a row reports it."),
  last_used: maybeTime("The last day on which a call used it; null if none did or use cannot be observed."),
  usage: openEnum(
    ["used", "unused", "never_used", "unknown"],
    "Use in the window. `unused`: used before, but not in the last 90 days. `unknown`: no source reports its use.",
  ),
  via: text("How the identity holds it."),
  cluster_prevalence: maybeNumber("The share of the other members of its cluster that hold it too."),
});

export const NhiPermission = Type.Object({
  api: text("The API that grants it."),
  api_id: maybeText("The id of the API."),
  value: text("The permission, as the API names it."),
  permission_id: maybeText("The id of the permission."),
  kind: openEnum(["application", "delegated"], "Whether the identity acts as itself or for a user."),
  consent_scope: maybeText("`all_users` or `one_user`, for a delegated permission."),
  tier: Tier,
  privilege_class: text("What it allows."),
  reaches_control_plane: flag("Whether it is enough to take over the tenant."),
  used: maybeFlag("Whether a call used it in the window; null if no source reports it."),
  last_used: maybeTime("The last day on which a call used it."),
  narrower_alternative: maybeText("A permission that would allow the observed calls and less else."),
});

export const NhiReactivatedScope = Type.Object({
  key: text("The key of the entitlement, or the resource, that is used again."),
  name: text("Its name."),
  tier: Tier,
  idle_days: integer("Days without use before."),
  reactivated_at: time("The day on which use began again."),
  calls_since: integer("Calls since then."),
});

export const NhiDirectoryRole = Type.Object({
  id: text("The key of the role."),
  name: text("Its name."),
  tier: Tier,
  scope: text("Where it applies."),
  state: openEnum(["active", "eligible"], "Whether it is in effect or has to be activated."),
});
