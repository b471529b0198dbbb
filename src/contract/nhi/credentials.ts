import { Type } from "typebox";
import { CREDENTIAL_FLAGS, CREDENTIAL_STATES } from "../../model/identity/nhi-words.ts";
import { keysOf } from "../../model/vocabulary.ts";
import { openEnum } from "../shapes.ts";
import { integer, list, maybeNumber, maybeText, maybeTime, text } from "./described.ts";
import { AuthMethod } from "./iam.ts";

export const NhiCredentialPosture = Type.Object({
  verdict: openEnum(
    ["good", "fair", "poor", "none"],
    "The state of its credentials; `none` if it has none of its own.",
  ),
  count: integer("Credentials of its own."),
  flags: list(openEnum(keysOf(CREDENTIAL_FLAGS), "A weakness."), 13, "What weakens them."),
  items: list(
    Type.Object({
      key_id: text("The id of the credential."),
      type: AuthMethod,
      origin: openEnum(["application", "service_principal", "user", "platform"], "The object on which it is set."),
      label: maybeText("Its name."),
      created_at: maybeTime("When it becomes valid."),
      expires_at: maybeTime("When it expires."),
      lifetime_days: maybeNumber("Days between the two."),
      age_days: maybeNumber("Days since it was created."),
      last_used: maybeTime("The last day on which rows or the directory show its use."),
      state: openEnum(CREDENTIAL_STATES, "Its state on the evaluation day."),
      added_by: maybeText("Who added it, if a row reports it."),
    }),
    50,
    "The credentials, the most recently created first.",
  ),
  rotation: Type.Object(
    {
      last_rotated_at: maybeTime("When the newest secret or certificate was created."),
      median_interval_days: maybeNumber("The median of the days between creations; null with fewer than 2."),
    },
    { description: "How often credentials are replaced." },
  ),
});
