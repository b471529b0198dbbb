import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ApiError } from "../../../api/api-error.ts";

/** The parts of an OpenAPI document that this page shows. */
interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
}

interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: {
    readonly enum?: readonly string[];
    readonly default?: unknown;
    readonly type?: unknown;
    readonly format?: string;
    readonly items?: { readonly enum?: readonly string[] };
  };
}

/** An operation of the public API. */
export interface ApiOperation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  /** Below the origin, with `{name}` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly scope: string | null;
  readonly parameters: readonly Parameter[];
  /** A body that works, as indented JSON; null if the operation has none. */
  readonly bodyExample: string | null;
}

const ADDRESS = "/api/v1/external/openapi.json";

/** Reads the operations of the public API from its OpenAPI document. */
export function useApiOperations(): UseQueryResult<readonly ApiOperation[], Error> {
  return useQuery<readonly ApiOperation[], Error>({
    queryKey: [ADDRESS],
    queryFn: async ({ signal }) => {
      const response = await fetch(ADDRESS, { signal, credentials: "omit" });
      if (!response.ok) throw new ApiError(response.status, {}, response.headers);
      return operationsOf((await response.json()) as Document);
    },
    staleTime: Infinity,
  });
}

function operationsOf({ servers, paths }: Document): readonly ApiOperation[] {
  const base = servers[0]?.url ?? "";
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => describe(method.toUpperCase(), base + path, raw)),
  );
}

function describe(method: string, path: string, raw: RawOperation): ApiOperation {
  const { operationId, tags, summary, description, security = [], parameters = [], requestBody } = raw;
  const [example] = Object.values(requestBody?.content["application/json"]?.examples ?? {});
  return {
    id: operationId,
    tag: tags[0] ?? "Other",
    method,
    path,
    summary,
    description,
    scope: security.flatMap((schemes) => Object.values(schemes).flat())[0] ?? null,
    parameters: parameters.filter((parameter) => parameter.in === "path" || parameter.in === "query"),
    bodyExample: requestBody ? JSON.stringify(example?.value ?? {}, null, 2) : null,
  };
}
