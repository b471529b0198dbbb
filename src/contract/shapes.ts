import { type TSchema, Type } from "typebox";

export const Uuid = Type.String({ format: "uuid" });
export const DateTime = Type.String({ format: "date-time" });

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Declares an enumeration that may grow: clients must tolerate values they do not know. */
export const openEnum = (words: readonly string[], description: string) =>
  Type.String({ description: `${description} New values may be added.`, "x-extensible-enum": words });

export const FreeForm = Type.Record(Type.String(), Type.Unknown());
export const Text = Type.String();
export const Texts = Type.Array(Type.String());

export const MAX_PAGE_SIZE = 200;
export const DEFAULT_PAGE_SIZE = 50;

export const PageSize = Type.Integer({
  minimum: 1,
  maximum: MAX_PAGE_SIZE,
  default: DEFAULT_PAGE_SIZE,
  description: "Maximum number of items on a page. A value outside 1 to 200 is rejected, never clamped.",
});

export const NextCursor = Type.String({
  format: "uuid",
  description:
    "The `next_cursor` of the previous page, which is the id of its last item. Send it with the same filters.",
});

export const pageOf = <S extends TSchema, const K extends "items" | "data">(key: K, item: S) =>
  Type.Object({
    next_cursor: Type.Union([Uuid, Type.Null()], {
      description: "The id of the last item if there are more pages, otherwise null.",
    }),
    ...({ [key]: Type.Array(item) } as { readonly [P in K]: ReturnType<typeof Type.Array<S>> }),
  });

/** Marks a parameter or property that is not part of the specification. */
export const extension = <S extends TSchema>(schema: S): S => ({ ...schema, "x-extension": true });

/** Declares a comma-separated parameter; an item matches if it equals any of the values. */
export const commaList = <S extends TSchema>(item: S, description: string) =>
  Type.Array(item, { description, minItems: 1, uniqueItems: true });

export const ErrorBody = Type.Object({
  error: Type.String({ description: "A stable code in snake_case, for programs.", pattern: "^[a-z][a-z0-9_]*$" }),
  message: Type.String({ description: "What is wrong and how to fix it, for people. The wording may change." }),
  request_id: Type.String({ description: "The id of the request, also in the X-Request-Id header." }),
});
