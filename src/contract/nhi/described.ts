import { type TSchema, Type } from "typebox";
import { DateTime, FreeForm, nullable, openEnum, Text } from "../shapes.ts";

/** Short forms of described properties, for shapes in which every property has a description. */
export const text = (description: string) => Type.String({ description });
export const texts = (description: string, maxItems: number) => Type.Array(Text, { description, maxItems });
export const integer = (description: string) => Type.Integer({ minimum: 0, description });
export const number = (description: string) => Type.Number({ description });
export const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
export const flag = (description: string) => Type.Boolean({ description });
export const time = (description: string) => Type.String({ format: "date-time", description });
export const list = <S extends TSchema>(item: S, maxItems: number, description: string) =>
  Type.Array(item, { description, maxItems });

export const maybe = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });
export const maybeText = (description: string) => maybe(Text, description);
export const maybeTime = (description: string) => maybe(DateTime, description);
export const maybeFlag = (description: string) => maybe(Type.Boolean(), description);
export const maybeInteger = (description: string) => maybe(Type.Integer(), description);
export const maybeNumber = (description: string) => maybe(Type.Number(), description);

/**
 * Declares an object that has this shape when the service computed it. The specification leaves the object free-form,
 * so an imported one may have any members.
 */
export const shaped = <S extends TSchema>(shape: S) => Type.Union([shape, FreeForm]);
export const maybeShaped = <S extends TSchema>(shape: S) => nullable(shaped(shape));
export const maybeShapedList = <S extends TSchema>(shape: S) => nullable(Type.Array(shaped(shape)));

/** Any JSON value, for what the specification leaves untyped. */
export const ANY_JSON = [
  FreeForm,
  Type.Array(Type.Unknown()),
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
] as const;

export const Tier = openEnum(
  ["tier0", "tier1", "tier2"],
  "`tier0` can take over the tenant, `tier1` has broad or sensitive access, `tier2` is narrow.",
);
