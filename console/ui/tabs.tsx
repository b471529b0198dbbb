import "./tabs.css";
import type { ReactElement, ReactNode } from "react";
import { Link } from "wouter";

export interface Tab {
  readonly label: string;
  readonly href: string;
  readonly current: boolean;
  readonly note?: ReactNode;
}

/** Links between views of one page. Each view has an address of its own. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }): ReactElement {
  return (
    <nav className="tabs no-print" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.label} href={tab.href} className="tab" aria-current={tab.current ? "page" : undefined}>
          {tab.label}
          {tab.note}
        </Link>
      ))}
    </nav>
  );
}
