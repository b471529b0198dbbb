import { Component, type ReactElement, type ReactNode } from "react";
import { AnyValue } from "./any-value.tsx";

/** The part of a type with named members, without the free-form record that imported data may be. */
export type ShapeOf<T> = T extends null | undefined
  ? never
  : T extends readonly (infer I)[]
    ? readonly ShapeOf<I>[]
    : T extends object
      ? string extends keyof T
        ? never
        : T
      : never;

type Kind = "list" | "object" | "text" | "number";

interface ShapedProps<T> {
  readonly value: T;
  /** The members that must be there, and what they are; of every item if the value is a list. */
  readonly has: Readonly<Record<string, Kind>>;
  readonly children: (value: ShapeOf<T>) => ReactNode;
}

/** Renders a value that the service computed; one that was imported in another shape is shown in words. */
export function Shaped<T>({ value, has, children }: ShapedProps<T>): ReactElement {
  const fallback = <AnyValue value={value} />;
  const fits = Array.isArray(value) ? value.every((item) => hasAll(item, has)) : hasAll(value, has);
  if (!fits) return fallback;
  return (
    <Guard fallback={fallback}>
      <Rendered render={() => children(value as unknown as ShapeOf<T>)} />
    </Guard>
  );
}

/** Renders below the guard, so that the guard sees what goes wrong. */
const Rendered = ({ render }: { readonly render: () => ReactNode }): ReactElement => <>{render()}</>;

function hasAll(value: unknown, has: Readonly<Record<string, Kind>>): boolean {
  if (typeof value !== "object" || value === null) return false;
  const members = new Map<string, unknown>(Object.entries(value));
  return Object.entries(has).every(([name, kind]) => isOf(kind, members.get(name)));
}

function isOf(kind: Kind, value: unknown): boolean {
  if (kind === "list") return Array.isArray(value);
  if (kind === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === (kind === "text" ? "string" : "number");
}

interface GuardProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows the fallback if a member deeper in the value is not what it should be. */
class Guard extends Component<GuardProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
