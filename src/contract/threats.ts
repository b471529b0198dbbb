import { Type } from "typebox";
import { keysOf, SEVERITIES, SOURCE_TABLE_NAMES, SOURCE_TABLES } from "../model/vocabulary.ts";
import { checkCreatedWindow } from "./created-window.ts";
import { endpoint } from "./endpoint.ts";
import { DateTime, extension, NextCursor, nullable, openEnum, PageSize, pageOf, Text, Texts, Uuid } from "./shapes.ts";

export const ThreatItem = Type.Object({
  event_id: Uuid,
  kind: Type.String({ description: "Currently always `threat`." }),
  tuid: nullable(Uuid),
  category: Texts,
  subcategory: Texts,
  title: Text,
  summary: Text,
  source: openEnum(keysOf(SOURCE_TABLES), "Where the event comes from; it determines the log table."),
  source_table: nullable(openEnum(SOURCE_TABLE_NAMES, "The log table that contains the rows.")),
  source_event_ids: Type.Array(Text, {
    description: "The `_ItemId` of each log row behind the event; the row that triggered it comes first.",
  }),
  user_name: nullable(Text),
  user_email: nullable(Text),
  created_at: DateTime,
});

export const listThreats = endpoint(
  {
    method: "GET",
    path: "/threats",
    operationId: "listThreats",
    tag: "Threats",
    summary: "List threat events",
    description: "Returns threat events, newest first (`created_at` descending, then `event_id` descending).",
    scope: "threats:read",
    readiness: "threats",
    query: Type.Object({
      email: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 320,
          description: "Any email address or the UPN of the user. Case-insensitive.",
        }),
      ),
      tuid: Type.Optional(
        Type.String({
          format: "uuid",
          description: "The id of the user. If `email` is sent too, both must refer to the same user.",
        }),
      ),
      category: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 256,
          description: "Returns only events whose `category` contains exactly this value. Case-sensitive.",
        }),
      ),
      source: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 256,
          description: "Returns only events with exactly this `source`. Case-sensitive.",
        }),
      ),
      severity: Type.Optional(
        extension(Type.Enum(SEVERITIES, { description: "Returns only events of exactly this severity." })),
      ),
      created_after: Type.Optional(
        extension(
          Type.String({ format: "date-time", description: "Returns only events created at or after this time." }),
        ),
      ),
      created_before: Type.Optional(
        extension(Type.String({ format: "date-time", description: "Returns only events created before this time." })),
      ),
      updated_after: Type.Optional(
        extension(
          Type.String({
            format: "date-time",
            description:
              "Returns only events of which the service recorded a change at or after this time, however old their rows " +
              "are: new events, other text, flags set by a verdict, joining or leaving a case.",
          }),
        ),
      ),
      page_size: Type.Optional(PageSize),
      next_cursor: Type.Optional(NextCursor),
    }),
    reply: pageOf("data", ThreatItem),
    replyExample: {
      next_cursor: null,
      data: [
        {
          event_id: "7d0c1f3e-52a1-5b8e-8d3e-2f6a90c1b7aa",
          kind: "threat",
          tuid: "2b6e8f0a-1c3d-4e5f-8a9b-0c1d2e3f4a5b",
          category: ["initial_access"],
          subcategory: ["rare_country", "T1078.004"],
          title: "Sign-in from a country new for the user",
          summary: "maya.ito@northwind.example: First seen from BR in the 33 days on record; usual: US.",
          source: "entra_signin",
          source_table: "SigninLogs",
          source_event_ids: ["0f6d2a54-3c1e-4b7a-9d20-6a1b2c3d4e5f"],
          user_name: "Maya Ito",
          user_email: "maya.ito@northwind.example",
          created_at: "2026-11-02T09:12:44.000Z",
        },
      ],
    },
    failures: ["invalid_cursor"],
  },
  ({ query }) => checkCreatedWindow(query),
);
