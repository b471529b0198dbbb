import { Type } from "typebox";
import { PASSWORD_LENGTH, SIGN_IN_METHODS } from "../../model/account.ts";
import { ROLES } from "../../model/role.ts";
import { DateTime, nullable, Text, Uuid } from "../shapes.ts";
import { adminEndpoint } from "./admin-endpoint.ts";

export const Email = Type.String({ minLength: 3, maxLength: 254, description: "An email address." });
/** Only its upper bound is checked here, so that a wrong password is answered like any other wrong one. */
export const Password = Type.String({ minLength: 1, maxLength: 1_024, description: "The password." });
export const NewPassword = Type.String({
  minLength: 1,
  maxLength: 1_024,
  description: `The new password, of ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`,
});
export const Code = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "A code of the authenticator app, or a recovery code.",
});
export const Name = Type.String({ minLength: 1, maxLength: 128, description: "The name to display." });

export const AccountItem = Type.Object({
  account_id: Uuid,
  email: Text,
  name: nullable(Text),
  is_operator: Type.Boolean(),
  has_password: Type.Boolean(),
  has_totp: Type.Boolean(),
  has_identity: Type.Boolean({ description: "Whether an identity at the identity provider is linked." }),
});

/** The person who is signed in, and the domains they can work with. */
export const SignedIn = Type.Object({
  account: AccountItem,
  session: Type.Object({ session_id: Uuid, method: Type.Enum(SIGN_IN_METHODS), expires_at: DateTime }),
  domains: Type.Array(Type.Object({ domain_id: Uuid, name: Text, role: Type.Enum(ROLES) })),
});

const ACCOUNT_EXAMPLE = {
  account_id: "018f2f6e-0000-7000-8000-0000000000a1",
  email: "maya.ito@northwind.example",
  name: "Maya Ito",
  is_operator: true,
  has_password: true,
  has_totp: false,
  has_identity: false,
};

export const SIGNED_IN_EXAMPLE = {
  account: ACCOUNT_EXAMPLE,
  session: {
    session_id: "018f2f6e-0000-7000-8000-0000000000b1",
    method: "password",
    expires_at: "2026-11-02T21:00:00.000Z",
  },
  domains: [{ domain_id: "018f2f6e-0000-7000-8000-000000000001", name: "northwind", role: "owner" }],
};

export const Done = Type.Object({ success: Type.Literal(true) });
export const DONE_EXAMPLE = { success: true };

export const getSignInOptions = adminEndpoint({
  method: "GET",
  path: "/sign-in-options",
  operationId: "getSignInOptions",
  tag: "Session",
  summary: "Get the ways to sign in",
  description: "Returns whether the first administrator still has to be set up, and how people sign in.",
  requires: "nothing",
  reply: Type.Object({
    needs_setup: Type.Boolean(),
    password: Type.Literal(true),
    oidc: nullable(Type.Object({ name: Text })),
  }),
  replyExample: { needs_setup: false, password: true, oidc: null },
  failures: [],
});

export const setUp = adminEndpoint({
  method: "POST",
  path: "/set-up",
  operationId: "setUp",
  tag: "Session",
  summary: "Create the first administrator",
  description: "Creates the first administrator with the code that the server prints when it starts, and signs in.",
  requires: "nothing",
  body: Type.Object(
    {
      code: Type.String({ minLength: 1, maxLength: 64 }),
      email: Email,
      name: Type.Optional(Name),
      password: NewPassword,
    },
    { additionalProperties: false },
  ),
  bodyExample: { code: "7KQ2M-…", email: "maya.ito@northwind.example", password: "a long sentence of my own" },
  reply: SignedIn,
  replyExample: SIGNED_IN_EXAMPLE,
  failures: ["invalid_code", "account_exists"],
});

export const signIn = adminEndpoint({
  method: "POST",
  path: "/session",
  operationId: "signIn",
  tag: "Session",
  summary: "Sign in",
  description:
    "Starts a session; the one that the browser had before ends. The tokens are set as cookies that scripts cannot read. An account with an authenticator app gets `code_required` until `code` is sent too.",
  requires: "nothing",
  body: Type.Object({ email: Email, password: Password, code: Type.Optional(Code) }, { additionalProperties: false }),
  bodyExample: { email: "maya.ito@northwind.example", password: "a long sentence of my own" },
  reply: SignedIn,
  replyExample: SIGNED_IN_EXAMPLE,
  failures: ["invalid_credentials", "code_required", "invalid_code"],
});

export const refreshSession = adminEndpoint({
  method: "POST",
  path: "/session/refresh",
  operationId: "refreshSession",
  tag: "Session",
  summary: "Renew the access token",
  description:
    "Exchanges the refresh token of the cookie for new tokens. A refresh token works once; using one again ends the session.",
  requires: "nothing",
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: ["invalid_session"],
});

export const getSession = adminEndpoint({
  method: "GET",
  path: "/session",
  operationId: "getSession",
  tag: "Session",
  summary: "Get the current session",
  description: "Returns the account that is signed in, with its domains and roles.",
  requires: "session",
  reply: SignedIn,
  replyExample: SIGNED_IN_EXAMPLE,
  failures: [],
});

export const signOut = adminEndpoint({
  method: "DELETE",
  path: "/session",
  operationId: "signOut",
  tag: "Session",
  summary: "Sign out",
  description: "Ends the current session and removes its cookies.",
  requires: "session",
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: [],
});

export const reauthenticate = adminEndpoint({
  method: "POST",
  path: "/session/reauthenticate",
  operationId: "reauthenticate",
  tag: "Session",
  summary: "Enter the password again",
  description:
    "Confirms who is signed in, for operations that answer `reauthentication_required`. A new session takes the place of the current one: its tokens are set as cookies, and the earlier ones stop working.",
  requires: "session",
  body: Type.Object({ password: Password, code: Type.Optional(Code) }, { additionalProperties: false }),
  bodyExample: { password: "a long sentence of my own" },
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: ["invalid_credentials", "code_required", "invalid_code"],
});

export const SessionItem = Type.Object({
  session_id: Uuid,
  method: Type.Enum(SIGN_IN_METHODS),
  created_at: DateTime,
  last_used_at: DateTime,
  expires_at: DateTime,
  address: Text,
  user_agent: nullable(Text),
  is_current: Type.Boolean(),
});

export const listSessions = adminEndpoint({
  method: "GET",
  path: "/sessions",
  operationId: "listSessions",
  tag: "Session",
  summary: "List your sessions",
  description: "Returns the sessions of the account that have not ended, the most recently used first.",
  requires: "session",
  reply: Type.Object({ items: Type.Array(SessionItem) }),
  replyExample: {
    items: [
      {
        session_id: "018f2f6e-0000-7000-8000-0000000000b1",
        method: "password",
        created_at: "2026-11-02T09:00:00.000Z",
        last_used_at: "2026-11-02T09:41:00.000Z",
        expires_at: "2026-11-02T21:00:00.000Z",
        address: "203.0.113.24",
        user_agent: "Mozilla/5.0",
        is_current: true,
      },
    ],
  },
  failures: [],
});

export const endSession = adminEndpoint({
  method: "DELETE",
  path: "/sessions/:session_id",
  operationId: "endSession",
  tag: "Session",
  summary: "End one of your sessions",
  description: "Ends a session of the account, effective with its next request.",
  requires: "session",
  params: Type.Object({ session_id: Uuid }),
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: ["session_not_found"],
});
