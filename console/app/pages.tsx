import { Inbox } from "lucide-react";
import { type ComponentType, lazy } from "react";
import type { Icon } from "../ui/icon.tsx";

/** An entry of the navigation with the routes behind it; a component is loaded when it is first shown. */
interface PageEntry {
  readonly name: string;
  readonly path: string;
  /** The key after `g`. */
  readonly shortcut: string;
  readonly icon: Icon;
  readonly routes: Readonly<Record<string, ComponentType>>;
}

/** The pages in the order of the navigation. */
export const PAGES: readonly PageEntry[] = [
  {
    name: "Cases",
    path: "/cases",
    shortcut: "c",
    icon: Inbox,
    routes: {
      "/cases": lazy(async () => ({ default: (await import("../pages/cases/cases-page.tsx")).CasesPage })),
      "/cases/:case_id": lazy(async () => ({ default: (await import("../pages/cases/case-page.tsx")).CasePage })),
    },
  },
];
