import { type TSchema, Type } from "typebox";

export const Uuid = Type.String({ format: "uuid" });
export const DateTime = Type.String({ format: "date-time" });

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** A word list that may grow: clients must tolerate members they do not know. */
export const openEnum = (words: readonly string[], description: string) =>
  Type.String({ description: `${description} New members may be added.`, "x-extensible-enum": words });

export const FreeForm = Type.Record(Type.String(), Type.Unknown());
export const Text = Type.String();
export const Texts = Type.Array(Type.String());

export const MAX_PAGE_SIZE = 200;
export const DEFAULT_PAGE_SIZE = 50;

export const PageSize = Type.Integer({
  minimum: 1,
  maximum: MAX_PAGE_SIZE,
  default: DEFAULT_PAGE_SIZE,
  description: "Items a page holds at the most. Never clamped: a value outside 1..200 is refused.",
});

export const NextCursor = Type.String({
  format: "uuid",
  description: "The `next_cursor` of the previous page: the id of its last item.",
});

export const pageOf = <S extends TSchema, const K extends "items" | "data">(key: K, item: S) =>
  Type.Object({
    next_cursor: Type.Union([Uuid, Type.Null()], {
      description: "The id of the last item when more exist, else null.",
    }),
    ...({ [key]: Type.Array(item) } as { readonly [P in K]: ReturnType<typeof Type.Array<S>> }),
  });

/** A query or header parameter that the specification does not have. */
export const extension = <S extends TSchema>(schema: S): S => ({ ...schema, "x-extension": true });

/** A comma-separated list; one value matches when it equals any member. */
export const commaList = <S extends TSchema>(item: S, description: string) =>
  Type.Array(item, { description, minItems: 1, uniqueItems: true });

export const ErrorBody = Type.Object({
  error: Type.String({ description: "A stable code in snake_case.", pattern: "^[a-z][a-z0-9_]*$" }),
  message: Type.String({ description: "For a person: what is wrong and what to do." }),
  request_id: Type.String({ description: "Also in the X-Request-Id header." }),
});
