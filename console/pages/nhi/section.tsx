import type { ReactElement, ReactNode } from "react";
import { Card } from "../../ui/card.tsx";
import { PartialMark, Uncovered } from "../../ui/coverage.tsx";
import { Shaped, type ShapeOf } from "../../ui/shaped.tsx";
import type { Nhi } from "./nhi.ts";

/** Returns the coverage of a section; undefined if an import did not give it. */
export function verdictOf(nhi: Nhi, section: string): string | undefined {
  const verdict: unknown = new Map<string, unknown>(Object.entries(nhi.coverage ?? {})).get(section);
  return typeof verdict === "string" ? verdict : undefined;
}

interface SectionProps<T> {
  readonly title: string;
  readonly nhi: Nhi;
  /** The name of the section in the response. */
  readonly section: string;
  readonly value: T;
  readonly has: Parameters<typeof Shaped>[0]["has"];
  readonly aside?: ReactNode;
  readonly children: (value: ShapeOf<NonNullable<T>>) => ReactNode;
}

/** A section of the page: its content, or why there is none. */
export function Section<T>({ title, nhi, section, value, has, aside, children }: SectionProps<T>): ReactElement {
  const verdict = verdictOf(nhi, section);
  return (
    <Card title={title} aside={aside ?? <PartialMark verdict={verdict} />}>
      {value === null || value === undefined ? (
        <Uncovered verdict={verdict} />
      ) : (
        <Shaped<NonNullable<T>> value={value} has={has}>
          {children}
        </Shaped>
      )}
    </Card>
  );
}

/** A part of a section with its heading. */
export function Sub({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <div className="stack-s">
      <h3>{title}</h3>
      {children}
    </div>
  );
}
