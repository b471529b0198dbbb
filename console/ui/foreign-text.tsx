import type { ReactElement } from "react";

/** Long enough for any name; log rows can hold more. */
const MAX_SHOWN = 2_000;

interface ForeignTextProps {
  readonly value: string | null | undefined;
  /** Shown if there is no text. */
  readonly none?: string;
  readonly max?: number;
}

/** Text from log rows or a directory: isolated, so that its direction does not change what is around it, and shortened. */
export function ForeignText({ value, none = "—", max = MAX_SHOWN }: ForeignTextProps): ReactElement {
  if (value === null || value === undefined || value === "") return <span className="muted">{none}</span>;
  return <bdi>{value.length > max ? `${value.slice(0, max)}…` : value}</bdi>;
}
