import { Type } from "typebox";
import { openEnum } from "../shapes.ts";
import { integer, maybe, maybeFlag, maybeText, maybeTime, text, texts } from "./described.ts";

export const NhiIdentityMetadata = Type.Object({
  object_type: text("The type of the directory object."),
  service_principal_type: maybeText("The type of the service principal, as the directory names it."),
  sign_in_audience: maybeText("Who may sign in to the application."),
  enabled: maybeFlag("Whether the account is enabled."),
  created_at: maybeTime("When the object was created."),
  created_by_app_id: maybeText("The application that created it."),
  publisher: maybeText("The publisher's name."),
  verified_publisher: maybeFlag("Whether the platform has verified the publisher."),
  template_id: maybeText("The gallery template it was created from."),
  tags: texts("The tags of the object.", 20),
  description: maybeText("The description of the application."),
  notes: maybeText("The notes of the object."),
  reply_url_hosts: texts("The hosts of its reply addresses.", 20),
  home_host: maybeText("The host of its home page."),
  sso_mode: maybeText("How it signs users in."),
  assignment_required: maybeFlag("Whether users must be assigned to it."),
  resource_id: maybeText("The cloud resource that a managed identity belongs to."),
  parent: maybe(
    Type.Object({
      kind: openEnum(["blueprint", "application", "account", "project"], "What the parent is."),
      id: text("Its id."),
      name: maybeText("Its name."),
    }),
    "The object it was made from.",
  ),
  federated_credentials: integer("Federated credentials of the identity."),
});
