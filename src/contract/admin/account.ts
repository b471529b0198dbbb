import { Type } from "typebox";
import { Text } from "../shapes.ts";
import { adminEndpoint } from "./admin-endpoint.ts";
import { Code, DONE_EXAMPLE, Done, NewPassword, Password } from "./session.ts";

export const changePassword = adminEndpoint({
  method: "PUT",
  path: "/account/password",
  operationId: "changePassword",
  tag: "Account",
  summary: "Change your password",
  description: "Changes the password and ends the other sessions of the account.",
  requires: "session",
  body: Type.Object(
    { password: Password, code: Type.Optional(Code), new_password: NewPassword },
    { additionalProperties: false },
  ),
  bodyExample: { password: "a long sentence of my own", new_password: "another sentence of my own" },
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: ["invalid_credentials", "code_required", "invalid_code"],
});

export const beginTotp = adminEndpoint({
  method: "POST",
  path: "/account/totp",
  operationId: "beginTotp",
  tag: "Account",
  summary: "Enroll an authenticator app",
  description: "Returns a secret for an authenticator app. It is asked for at sign-in once a code of it was confirmed.",
  requires: "session",
  sensitive: true,
  reply: Type.Object({ secret: Text, uri: Text }),
  replyExample: {
    secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    uri: "otpauth://totp/Parapet:maya.ito%40northwind.example?…",
  },
  failures: ["invalid_request"],
});

export const confirmTotp = adminEndpoint({
  method: "POST",
  path: "/account/totp/confirm",
  operationId: "confirmTotp",
  tag: "Account",
  summary: "Confirm an authenticator app",
  description: "Confirms the app with one of its codes. Returns recovery codes, each of which replaces a code once.",
  requires: "session",
  sensitive: true,
  body: Type.Object({ code: Code }, { additionalProperties: false }),
  bodyExample: { code: "492039" },
  reply: Type.Object({ recovery_codes: Type.Array(Text) }),
  replyExample: { recovery_codes: ["7KQ2M-3HT9V-XW4RB-8NCPD-26FGZ"] },
  failures: ["invalid_request", "invalid_code"],
});

export const removeTotp = adminEndpoint({
  method: "DELETE",
  path: "/account/totp",
  operationId: "removeTotp",
  tag: "Account",
  summary: "Remove the authenticator app",
  description: "Removes the authenticator app and the recovery codes of the account.",
  requires: "session",
  sensitive: true,
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: [],
});

export const unlinkIdentity = adminEndpoint({
  method: "POST",
  path: "/account/identity/unlink",
  operationId: "unlinkIdentity",
  tag: "Account",
  summary: "Unlink the identity at the identity provider",
  description:
    "Removes the identity at the identity provider from the account and ends its other sessions. An account without a password needs `new_password`, with which the person signs in from then on.",
  requires: "session",
  sensitive: true,
  body: Type.Object({ new_password: Type.Optional(NewPassword) }, { additionalProperties: false }),
  bodyExample: { new_password: "a long sentence of my own" },
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: ["invalid_request", "last_way_in"],
});
