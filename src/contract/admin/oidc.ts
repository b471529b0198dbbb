import { Type } from "typebox";
import { Text } from "../shapes.ts";
import { adminEndpoint } from "./admin-endpoint.ts";

export const startOidc = adminEndpoint({
  method: "GET",
  path: "/oidc/start",
  operationId: "startOidc",
  tag: "Session",
  summary: "Sign in through the identity provider",
  description:
    "Sends the browser to the OpenID provider of the installation. A failure sends it to the sign-in page, with a `problem`.",
  requires: "nothing",
  query: Type.Object({
    return_to: Type.Optional(
      Type.String({
        maxLength: 2_048,
        description: "The page of the console to show afterwards; anything else leads to the first page.",
      }),
    ),
    again: Type.Optional(
      Type.Boolean({
        description:
          "Has the provider ask for the person's credentials, even if it remembers them. Its response is accepted only if it states that it did so (`auth_time`).",
      }),
    ),
  }),
  slow: true,
  redirects: true,
  reply: Type.Null(),
  replyExample: null,
  failures: [],
});

export const joinWithOidc = adminEndpoint({
  method: "POST",
  path: "/oidc/invitation",
  operationId: "joinWithOidc",
  tag: "Session",
  summary: "Accept an invitation through the identity provider",
  description:
    "Starts the sign-in of an invited person and returns the address at the OpenID provider to open. The account is linked to the identity that the provider returns, whatever its email address.",
  requires: "nothing",
  body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) }, { additionalProperties: false }),
  bodyExample: { code: "7KQ2M-…" },
  slow: true,
  reply: Type.Object({ location: Text }),
  replyExample: { location: "https://id.northwind.example/authorize?client_id=parapet" },
  failures: ["invalid_code", "unavailable"],
});

const Given = (description: string) => Type.Optional(Type.String({ maxLength: 4_096, description }));

export const finishOidc = adminEndpoint({
  method: "GET",
  path: "/oidc/callback",
  operationId: "finishOidc",
  tag: "Session",
  summary: "Return from the identity provider",
  description:
    "Starts a session for the person whom the provider identified, sets its cookies and sends the browser to the page it came from. A response is accepted once, and only in the browser that asked for it.",
  requires: "nothing",
  query: Type.Object(
    {
      code: Given("The authorization code."),
      state: Given("The value that the sign-in started with."),
      iss: Given("The issuer of the response."),
      error: Given("Why the provider refused."),
    },
    // Providers add parameters of their own.
    { additionalProperties: true },
  ),
  slow: true,
  redirects: true,
  reply: Type.Null(),
  replyExample: null,
  failures: [],
});
