/** The part of OpenAPI 3.1 that the published document uses. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: Info;
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Components;
}

export interface Info {
  readonly title: string;
  readonly version: string;
  readonly summary: string;
  /** Markdown: headings of the second level, paragraphs, lists, tables and fenced code. */
  readonly description: string;
  readonly contact: { readonly name: string; readonly url: string };
  readonly license: { readonly name: string; readonly identifier: string };
}

export interface Server {
  readonly url: string;
  readonly description: string;
  readonly variables: Readonly<Record<string, { readonly default: string; readonly description: string }>>;
}

interface Tag {
  readonly name: string;
  readonly description: string;
}

interface Components {
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}

export interface SecurityScheme {
  readonly type: "apiKey" | "http";
  readonly description: string;
  readonly in?: "header" | "cookie";
  readonly name?: string;
  readonly scheme?: "bearer";
}

export type Method = "get" | "post" | "put" | "patch" | "delete";
export type PathItem = Partial<Readonly<Record<Method, Operation>>>;

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** Either scheme will do; the members are the scopes the key must have. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response>>;
  readonly "x-extension"?: true;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly style?: "form";
  readonly explode?: false;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly "x-extension"?: true;
}

export interface RequestBody {
  readonly required: true;
  readonly description: string;
  readonly content: Content;
}

export interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Content;
}

export type Content = Readonly<Record<"application/json", MediaType>> &
  Partial<Readonly<Record<"application/x-ndjson", MediaType>>>;

interface MediaType {
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, Example>>;
}

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

export interface Header {
  readonly description: string;
  readonly schema: Schema;
  readonly example: unknown;
  readonly "x-extension"?: true;
}

/** A JSON Schema of the dialect OpenAPI 3.1 has by default. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly "x-extensible-enum"?: readonly string[];
  readonly "x-extension"?: true;
}
