import "./page.css";
import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";
import { Time } from "../ui/time.tsx";
import { useDomain, useSession } from "./session.ts";

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** The page that this one belongs to. */
  readonly parent?: { readonly name: string; readonly href: string };
  /** Badges and the like beside the title. */
  readonly marks?: ReactNode;
  readonly actions?: ReactNode;
  /** Fills the height of the window, for a page whose parts scroll on their own. */
  readonly fill?: boolean;
  readonly children: ReactNode;
}

/** Becomes false with the first page that follows another: only then focus moves to the heading. */
let isFirstPage = true;

/** The frame of a page: title, actions, content. After a change of pages focus is on the heading. */
export function Page({ title, lead, parent, marks, actions, fill = false, children }: PageProps): ReactElement {
  const { name } = useDomain();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${name} · Parapet`;
  }, [title, name]);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
    scrollTo(0, 0);
  }, []);
  return (
    <main className={fill ? "page page-fill" : "page"}>
      <PrintHead />
      <div className="page-head">
        <div>
          {parent && (
            <nav className="crumbs no-print" aria-label="Breadcrumb">
              <Link href={parent.href}>{parent.name}</Link>
              <span aria-hidden="true">/</span>
            </nav>
          )}
          <div className="row">
            <h1 ref={heading} tabIndex={-1}>
              <bdi>{title}</bdi>
            </h1>
            {marks}
          </div>
          {lead && <p>{lead}</p>}
        </div>
        {actions && <div className="row no-print">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

/** On paper: what this is, of which domain, and who printed it when. */
function PrintHead(): ReactElement {
  const { account } = useSession();
  const { name } = useDomain();
  return (
    <p className="print-head print-only">
      Parapet · {name} · printed by {account.email} at <Time value={new Date().toISOString()} format="full" />
    </p>
  );
}
