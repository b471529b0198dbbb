import { type TSchema, Type } from "typebox";
import { READINESS_RESOURCES } from "../../model/vocabulary.ts";
import { CaseEvent, CaseItem, listCases, submitVerdict, Verdict, VerdictRequest } from "../cases.ts";
import { DriftItem, listDrift } from "../drift.ts";
import { EvidenceItem, getEvidence } from "../evidence.ts";
import { IntegrationPoint, listIntegrations } from "../integrations.ts";
import { listNhiClusters, NhiCluster } from "../nhi/cluster.ts";
import { NHI_SHAPES } from "../nhi/shapes.ts";
import { listNhi, NhiDetail, NhiItem } from "../nhi.ts";
import { PersonaDetail, PersonaOverview } from "../personas.ts";
import { DateTime, ErrorBody, extension, Text, Texts } from "../shapes.ts";
import { listThreats, ThreatItem } from "../threats.ts";
import { listUsers, UserItem } from "../users.ts";
import { whoami } from "../whoami.ts";
import { COMPONENT_WORDS, type ComponentName, type ComponentWords } from "./descriptions.ts";
import type { Schema } from "./document.ts";

/** The body of every error except 423: the three common properties, and those that only some codes have. */
export const ErrorWithDetails = Type.Object({
  ...ErrorBody.properties,
  param: Type.Optional(Text),
  field: Type.Optional(Text),
  allowed: Type.Optional(Texts),
  required_scope: Type.Optional(Text),
  event_ids: Type.Optional(Texts),
  suggestions: Type.Optional(extension(Texts)),
  retry_after: Type.Optional(Type.Integer({ minimum: 0 })),
  policy: Type.Optional(Text),
});

/** The body of a 423, exactly as specified: the request id is only in the header. */
export const NotReadyBody = Type.Object({
  error: Type.Literal("resource_not_ready"),
  resource: Type.Enum(READINESS_RESOURCES),
  message: Text,
  details: Text,
  days_until_ready: Type.Number({ minimum: 0 }),
  external_api_enabled_at_utc: DateTime,
  now_utc: DateTime,
});

const COMPONENTS: Readonly<Record<ComponentName, TSchema>> = {
  CasePage: listCases.reply,
  Case: CaseItem,
  CaseEvent,
  Verdict,
  VerdictRequest,
  VerdictResult: submitVerdict.reply,
  ThreatEventPage: listThreats.reply,
  ThreatEvent: ThreatItem,
  Evidence: getEvidence.reply,
  EvidenceRow: EvidenceItem,
  UserPage: listUsers.reply,
  User: UserItem,
  PersonaOverview,
  PersonaDetail,
  NhiPage: listNhi.reply,
  NhiItem,
  NhiDetail,
  ...NHI_SHAPES,
  NhiCluster,
  NhiClusterPage: listNhiClusters.reply,
  IntegrationPoint,
  IntegrationPage: listIntegrations.reply,
  DriftEvent: DriftItem,
  DriftPage: listDrift.reply,
  WhoAmI: whoami.reply,
  Error: ErrorWithDetails,
  NotReady: NotReadyBody,
};

const NAMES: ReadonlyMap<TSchema, string> = new Map(
  Object.entries(COMPONENTS).map(([name, schema]) => [schema, name] as const),
);

/** Returns the named schemas of the document with their descriptions. */
export function componentSchemas(): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries(COMPONENTS).map(([name, schema]) => {
      const words = COMPONENT_WORDS[name as ComponentName];
      const published = publish(schema as Schema, { words, path: "" });
      return [name, { description: words.description, ...published, ...closed(schema) }];
    }),
  );
}

/** Converts a schema of the contract to OpenAPI; a named schema becomes a reference. */
export function toSchema(schema: TSchema): Schema {
  return refer(schema as Schema, { words: undefined, path: "" });
}

/** Closes the request body: replies may gain properties, but an unknown property in a request is an error. */
function closed(schema: TSchema): Schema {
  return schema === VerdictRequest ? { additionalProperties: false } : {};
}

interface Place {
  readonly words: ComponentWords | undefined;
  /** Property names joined by dots, also through arrays: `items.name`. */
  readonly path: string;
}

function refer(schema: Schema, place: Place): Schema {
  const name = NAMES.get(schema);
  return name === undefined ? publish(schema, place) : { $ref: `#/components/schemas/${name}` };
}

function publish(schema: Schema, place: Place): Schema {
  const { anyOf, enum: members, patternProperties, properties, items, ...rest } = schema;
  if (anyOf) return { ...publishUnion(anyOf, place), ...rest };
  if (members) return { type: "string", ...rest, enum: members };
  // TypeBox writes a map of anything as a pattern that every name matches.
  if (patternProperties) return { ...rest, additionalProperties: true };
  if (properties) return { ...rest, properties: publishMembers(properties, place) };
  if (items) return { ...rest, items: refer(items, place) };
  return rest;
}

function publishMembers(members: Readonly<Record<string, Schema>>, { words, path }: Place) {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const at = path === "" ? name : `${path}.${name}`;
      const published = refer(member, { words, path: at });
      const description = published.description ?? words?.fields[at];
      return [name, description === undefined ? published : { ...published, description }];
    }),
  );
}

/**
 * Publishes a union: "this or null", where a plain type lists "null" in its `type`, or a shape and what else an imported
 * record may hold in its place.
 */
function publishUnion(branches: readonly Schema[], place: Place): Schema {
  const [branch = {}, ...others] = branches.filter(({ type }) => type !== "null");
  const hasNull = others.length + 1 < branches.length;
  if (others.length > 0) return { anyOf: branches.map((each) => refer(each, place)) };
  const published = refer(branch, place);
  if (!hasNull) return published;
  if (published.anyOf) return { anyOf: [...published.anyOf, { type: "null" }] };
  if (typeof published.type !== "string") return { anyOf: [published, { type: "null" }] };
  const type = [published.type, "null"];
  return published.enum ? { ...published, type, enum: [...published.enum, null] } : { ...published, type };
}
