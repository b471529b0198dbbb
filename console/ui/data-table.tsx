import "./data-table.css";
import type { ReactElement, ReactNode } from "react";
import { Link } from "wouter";
import type { Pages } from "../api/hooks.ts";
import { Button } from "./button.tsx";
import { ErrorState, Skeleton } from "./states.tsx";

/** A column of a table. */
export interface Column<T> {
  readonly header: string;
  readonly cell: (item: T) => ReactNode;
  readonly align?: "end";
  /** `wide` is left out below 900 pixels, `medium` below 560. */
  readonly showFrom?: "wide" | "medium";
}

interface DataTableProps<T> {
  /** What the table lists, for those who cannot see it. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
}

/** A table. The first cell of a row is its header; with a `RowLink` in it, the whole row is a link. */
export function DataTable<T>({ caption, columns, items, keyOf }: DataTableProps<T>): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className="table-scroll" aria-label={`Table: ${caption}`} tabIndex={0}>
      <table className="data-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.header} scope="col" className={classOf(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map((column) => (
                <td key={column.header} className={classOf(column)}>
                  {column.cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function classOf<T>({ align, showFrom }: Column<T>): string | undefined {
  return [align && "cell-end", showFrom && `cell-${showFrom}`].filter(Boolean).join(" ") || undefined;
}

/** The link of a row, which covers all of it. */
export function RowLink({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactElement {
  return (
    <Link href={href} className="row-link">
      {children}
    </Link>
  );
}

interface PagedTableProps<T> extends Omit<DataTableProps<T>, "items"> {
  readonly pages: Pages<T>;
  /** Shown if there is no item. */
  readonly empty: ReactNode;
}

/** A table of the pages that were loaded, with a button that loads the next one. */
export function PagedTable<T>({ pages, empty, ...table }: PagedTableProps<T>): ReactElement {
  if (pages.items === undefined) {
    return pages.error ? <ErrorState error={pages.error} onRetry={pages.reload} /> : <Skeleton lines={12} />;
  }
  if (pages.items.length === 0) return <>{empty}</>;
  return (
    <>
      <DataTable {...table} items={pages.items} />
      <LoadMore pages={pages} />
    </>
  );
}

/** Loads the next page of a list; there is no total to show. */
export function LoadMore<T>({ pages }: { readonly pages: Pages<T> }): ReactElement | null {
  if (!pages.hasMore) return null;
  return (
    <div className="load-more">
      <Button onClick={pages.loadMore} busy={pages.isLoadingMore}>
        Load more
      </Button>
    </div>
  );
}
