import { Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { DateTime, extension, NextCursor, nullable, PageSize, pageOf, Text, Texts, Uuid } from "./shapes.ts";

export const UserItem = Type.Object({
  tuid: Uuid,
  domain_id: Uuid,
  external_id: nullable(Text),
  name: nullable(Text),
  user_principal_name: Text,
  email_addresses: Texts,
  group_guid: nullable(Uuid),
  is_active: Type.Boolean(),
  created_at: DateTime,
  updated_at: DateTime,
});

export const listUsers = endpoint({
  method: "GET",
  path: "/users",
  operationId: "listUsers",
  tag: "Users",
  summary: "List provisioned users",
  description:
    "Returns provisioned users by `tuid`, ascending. Never responds with 423: an empty directory is an empty list.",
  scope: "users:read",
  readiness: null,
  query: Type.Object({
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: "A substring of the name or UPN. Case-insensitive; `%`, `_` and `\\` are literal characters.",
      }),
    ),
    updated_after: Type.Optional(
      extension(
        Type.String({
          format: "date-time",
          description:
            "Returns only users of which the service recorded a change at or after this time, however old their rows " +
            "are. Use it to keep a copy up to date.",
        }),
      ),
    ),
    page_size: Type.Optional(PageSize),
    next_cursor: Type.Optional(NextCursor),
  }),
  reply: pageOf("items", UserItem),
  replyExample: {
    next_cursor: null,
    items: [
      {
        tuid: "2b6e8f0a-1c3d-4e5f-8a9b-0c1d2e3f4a5b",
        domain_id: "018f2f6e-0000-7000-8000-000000000001",
        external_id: "a1b2c3d4-0000-4000-8000-1234567890ab",
        name: "Maya Ito",
        user_principal_name: "maya.ito@northwind.example",
        email_addresses: ["maya.ito@northwind.example"],
        group_guid: null,
        is_active: true,
        created_at: "2025-03-01T08:00:00.000Z",
        updated_at: "2026-10-30T17:20:00.000Z",
      },
    ],
  },
  failures: ["invalid_cursor"],
});
