import type { Schema } from "../../src/contract/openapi/document.ts";

/** A member of an interface, before it is rendered. */
export interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly description?: string | undefined;
}

/** Renders a schema as a TypeScript type; `indent` is the indentation of the line that it starts on. */
export function renderType(schema: Schema, indent = ""): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  if (schema.anyOf) return schema.anyOf.map((branch) => renderType(branch, indent)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((member) => JSON.stringify(member)).join(" | ");
  const types = [schema.type ?? "unknown"].flat();
  return types.map((type) => renderPlainType(type, schema, indent)).join(" | ");
}

const PLAIN_TYPES: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

function renderPlainType(type: string, schema: Schema, indent: string): string {
  if (type === "array") return renderArray(schema.items ?? {}, indent);
  if (type !== "object") return PLAIN_TYPES[type] ?? "unknown";
  return schema.properties ? renderMembers(membersOf(schema), indent) : "Readonly<Record<string, unknown>>";
}

function renderArray(items: Schema, indent: string): string {
  const item = renderType(items, indent);
  return item.includes(" | ") && !item.startsWith("{") ? `readonly (${item})[]` : `readonly ${item}[]`;
}

/** Returns the members of an object schema. */
export function membersOf({ properties = {}, required = [] }: Schema): readonly Member[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
    description: schema.description,
  }));
}

/** Renders the members of an interface in braces. */
export function renderMembers(members: readonly Member[], indent = "", whenOptional = ""): string {
  const inner = `${indent}  `;
  const lines = members.map(({ name, schema, required, description }) => {
    const type = renderType(schema, inner);
    const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
    return `${renderDoc(description, schema, inner)}${inner}readonly ${key}${required ? "" : "?"}: ${type}${required ? "" : whenOptional};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

function renderDoc(description: string | undefined, schema: Schema, indent: string): string {
  const known = schema["x-extensible-enum"] ?? schema.items?.["x-extensible-enum"];
  const text = [description, known && `Known values: ${known.map((word) => `\`${word}\``).join(", ")}.`];
  return renderComment(text.filter((part) => part !== undefined && part !== "").join(" "), indent);
}

/** Renders a doc comment, or nothing for an empty text. */
export function renderComment(text: string, indent = ""): string {
  return text === "" ? "" : `${indent}/** ${text.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n`;
}
