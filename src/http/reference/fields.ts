import type { OpenApiDocument, Parameter, Schema } from "../../contract/openapi/document.ts";
import { renderInline } from "./markdown.ts";
import { html, type Markup } from "./markup.ts";

type Schemas = OpenApiDocument["components"]["schemas"];

interface Field {
  readonly name: string;
  /** The path of the enclosing member, such as `items[].`. */
  readonly parent: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** Renders a table of all members of the schema, including those of named shapes. */
export function renderAllFields(schema: Schema, schemas: Schemas, label: string): Markup {
  return renderFields(fieldsOf(schema, { schemas, parent: "", within: [] }), label);
}

/** Renders a table of the schema's own members; named shapes are links. */
export function renderOwnFields(schema: Schema, label: string): Markup {
  return renderFields(fieldsOf(schema, { schemas: {}, parent: "", within: [] }), label);
}

/** Renders a table of an operation's parameters. */
export function renderParameters(parameters: readonly Parameter[], label: string): Markup {
  const rows = parameters.map((parameter) => {
    const marks = [html`<span class="mark">${parameter.in}</span> `, ...marksOf(parameter.required, parameter)];
    return html`<tr><th scope="row"><code>${parameter.name}</code> ${marks}</th>
<td>${typeOf(parameter.schema)}</td><td>${wordsOf({ ...parameter.schema, description: parameter.description })}</td></tr>`;
  });
  return table(["Parameter", "Type", "Description"], rows, label);
}

export function shapeId(name: string): string {
  return `shape-${name}`;
}

interface Scope {
  readonly schemas: Schemas;
  readonly parent: string;
  /** The references being followed, so that a recursive shape is shown once. */
  readonly within: readonly string[];
}

function fieldsOf(schema: Schema, scope: Scope): readonly Field[] {
  const { schemas, parent, within } = scope;
  if (schema.$ref !== undefined) {
    const target = schemas[nameOf(schema.$ref)];
    if (!target || within.includes(schema.$ref)) return [];
    return fieldsOf(target, { ...scope, within: [...within, schema.$ref] });
  }
  if (schema.anyOf) return schema.anyOf.flatMap((branch) => fieldsOf(branch, scope));
  if (schema.items) return fieldsOf(schema.items, { ...scope, parent: parent.replace(/\.$/, "[].") });
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    { name, parent, schema: member, required: schema.required?.includes(name) ?? false },
    ...fieldsOf(member, { ...scope, parent: `${parent}${name}.` }),
  ]);
}

function renderFields(fields: readonly Field[], label: string): Markup {
  const rows = fields.map(({ name, parent, schema, required }) => {
    const path = html`<code>${parent && html`<span class="parent">${parent}</span>`}<wbr>${name}</code>`;
    return html`<tr><th scope="row">${path} ${marksOf(required, schema, "optional")}</th>
<td>${typeOf(schema)}</td><td>${wordsOf(schema)}</td></tr>`;
  });
  return table(["Field", "Type", "Description"], rows, label);
}

function table(heads: readonly string[], rows: readonly Markup[], label: string): Markup {
  if (rows.length === 0) return html``;
  return html`<table class="fields" aria-label="${label}">
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`;
}

interface Marked {
  readonly "x-extension"?: true;
}

/** Renders the marks of a member; `whenOptional` is for tables in which most members are required. */
function marksOf(required: boolean, marked: Marked, whenOptional?: "optional"): readonly Markup[] {
  const need = whenOptional ? (required ? undefined : whenOptional) : required ? "required" : undefined;
  return [
    ...(need ? [html`<span class="mark ${need}">${need}</span> `] : []),
    ...(marked["x-extension"] ? [html`<span class="mark extension">extension</span>`] : []),
  ];
}

function typeOf(schema: Schema): Markup {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return html`<a href="#${shapeId(name)}">${name}</a>`;
  }
  if (schema.anyOf) return html`${schema.anyOf.map((branch, at) => html`${at === 0 ? "" : " or "}${typeOf(branch)}`)}`;
  const types = [schema.type ?? "any JSON"].flat();
  return html`${types.map((type, at) => html`${at === 0 ? "" : " or "}${plainTypeOf(type, schema)}`)}`;
}

function plainTypeOf(type: string, schema: Schema): Markup {
  if (type === "array" && schema.items) return html`array of ${typeOf(schema.items)}`;
  return html`${type === "string" ? (schema.format ?? type) : type}`;
}

function wordsOf(schema: Schema): Markup {
  const members = schema.enum ?? schema.items?.enum;
  const known = schema["x-extensible-enum"] ?? schema.items?.["x-extensible-enum"];
  return html`${renderInline(schema.description ?? schema.items?.description ?? "")}${limitsOf(schema)}${
    members ? renderWords("One of", members) : ""
  }${known ? renderWords("Known today", known) : ""}`;
}

function renderWords(label: string, words: readonly unknown[]): Markup {
  const listed = words.map((word, at) => html`${at === 0 ? "" : ", "}<code>${String(word)}</code>`);
  return html`<span class="words">${label}: ${listed}.</span>`;
}

function limitsOf({ minimum, maximum, minLength, maxLength, maxItems, default: preset }: Schema): Markup {
  const limits = [
    maximum === undefined ? "" : `From ${minimum ?? 0} to ${maximum}.`,
    maxLength === undefined ? "" : `${minLength ?? 0} to ${maxLength} characters.`,
    maxItems === undefined ? "" : `At most ${maxItems}.`,
    preset === undefined ? "" : `Default: ${String(preset)}.`,
  ].filter(Boolean);
  return limits.length === 0 ? html`` : html` <span class="limits">${limits.join(" ")}</span>`;
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
