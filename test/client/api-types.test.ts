import { readFileSync } from "node:fs";
import { expect, expectTypeOf, it } from "vitest";
import { renderClientOperations, renderClientTypes } from "../../scripts/client/render-client-types.ts";
import type { Methods } from "../../src/client/api-types.ts";
import type { Input, Reply } from "../../src/contract/endpoint.ts";
import type { PublicEndpoints } from "../../src/contract/endpoints.ts";
import { openApiDocument } from "../../src/contract/openapi/public-document.ts";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** A type without `readonly`, and with `undefined` spelled out where a member is optional. */
type Plain<T> = T extends readonly (infer I)[]
  ? Plain<I>[]
  : T extends object
    ? { -readonly [K in keyof T]: T extends Record<K, T[K]> ? Plain<T[K]> : Plain<T[K]> | undefined }
    : T;

type Name = keyof PublicEndpoints & keyof Methods;
type GivenInput<K extends Name> = NonNullable<Parameters<Methods[K]>[0]>;
/** The part of an input; an operation without it has `unknown`. */
type PartOf<T, P extends string> =
  T extends Readonly<Record<string, never>>
    ? unknown
    : T extends { readonly [Q in P]?: infer V }
      ? NonNullable<V>
      : unknown;
type Differing<A, B> = [Plain<A>] extends [Plain<B>] ? ([Plain<B>] extends [Plain<A>] ? never : "wider") : "narrower";
type KeysOf<T> = T extends object
  ? T extends readonly (infer I)[]
    ? KeysOf<I>
    : { [K in keyof T]-?: KeysOf<T[K]> }
  : 0;

type DifferingReplies = {
  [K in Name]: Differing<Awaited<ReturnType<Methods[K]>>, Reply<PublicEndpoints[K]>>;
}[Name];
type DifferingMembers = {
  [K in Name]: Differing<KeysOf<Awaited<ReturnType<Methods[K]>>>, KeysOf<Reply<PublicEndpoints[K]>>>;
}[Name];
type DifferingInputs = {
  [K in Name]: {
    [P in "params" | "query" | "headers" | "body"]:
      | Differing<PartOf<GivenInput<K>, P>, PartOf<Input<PublicEndpoints[K]>, P>>
      | Differing<KeysOf<PartOf<GivenInput<K>, P>>, KeysOf<PartOf<Input<PublicEndpoints[K]>, P>>>;
  }["params" | "query" | "headers" | "body"];
}[Name];

it("the client's types equal the types of the contract, for every operation, reply and input", () => {
  expectTypeOf<keyof Methods>().toEqualTypeOf<keyof PublicEndpoints>();
  expectTypeOf<DifferingReplies>().toBeNever();
  expectTypeOf<DifferingMembers>().toBeNever();
  expectTypeOf<DifferingInputs>().toBeNever();
});

it("the generated files are those of the current contract; 'npm run openapi' writes them", () => {
  expect(read("src/client/api-types.ts")).toBe(renderClientTypes(openApiDocument()));
  expect(read("src/client/operations.ts")).toBe(renderClientOperations(openApiDocument()));
});
