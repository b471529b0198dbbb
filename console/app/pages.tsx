import { Activity, Bot, Database, Inbox, LayoutDashboard, Plug, Settings, Siren, Users } from "lucide-react";
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
    name: "Overview",
    path: "/",
    shortcut: "o",
    icon: LayoutDashboard,
    routes: {
      "/": lazy(async () => ({ default: (await import("../pages/overview/overview-page.tsx")).OverviewPage })),
    },
  },
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
  {
    name: "Threat events",
    path: "/threats",
    shortcut: "t",
    icon: Siren,
    routes: {
      "/threats": lazy(async () => ({ default: (await import("../pages/threats/threats-page.tsx")).ThreatsPage })),
    },
  },
  {
    name: "People",
    path: "/people",
    shortcut: "u",
    icon: Users,
    routes: {
      "/people": lazy(async () => ({ default: (await import("../pages/people/people-page.tsx")).PeoplePage })),
      "/people/find": lazy(async () => ({
        default: (await import("../pages/people/find-person-page.tsx")).FindPersonPage,
      })),
      "/people/:tuid": lazy(async () => ({ default: (await import("../pages/people/person-page.tsx")).PersonPage })),
    },
  },
  {
    name: "Machine identities",
    path: "/nhi",
    shortcut: "n",
    icon: Bot,
    routes: {
      "/nhi": lazy(async () => ({ default: (await import("../pages/nhi/nhi-list-page.tsx")).NhiListPage })),
      "/nhi/clusters": lazy(async () => ({
        default: (await import("../pages/nhi/clusters-page.tsx")).ClustersPage,
      })),
      "/nhi/:nuid": lazy(async () => ({ default: (await import("../pages/nhi/nhi-page.tsx")).NhiPage })),
    },
  },
  {
    name: "Drift",
    path: "/drift",
    shortcut: "d",
    icon: Activity,
    routes: {
      "/drift": lazy(async () => ({ default: (await import("../pages/drift/drift-list-page.tsx")).DriftListPage })),
      "/drift/:drift_id": lazy(async () => ({ default: (await import("../pages/drift/drift-page.tsx")).DriftPage })),
    },
  },
  {
    name: "Integrations",
    path: "/integrations",
    shortcut: "i",
    icon: Plug,
    routes: {
      "/integrations": lazy(async () => ({
        default: (await import("../pages/integrations/integrations-page.tsx")).IntegrationsPage,
      })),
      "/integrations/:connector_type": lazy(async () => ({
        default: (await import("../pages/integrations/integration-page.tsx")).IntegrationPage,
      })),
    },
  },
  {
    name: "Data coverage",
    path: "/coverage",
    shortcut: "v",
    icon: Database,
    routes: {
      "/coverage": lazy(async () => ({
        default: (await import("../pages/data-coverage/coverage-page.tsx")).CoveragePage,
      })),
    },
  },
  {
    name: "Settings",
    path: "/settings",
    shortcut: "s",
    icon: Settings,
    routes: {
      "/settings": lazy(async () => ({
        default: (await import("../pages/settings/settings-start.tsx")).SettingsStart,
      })),
      "/settings/keys": lazy(async () => ({
        default: (await import("../pages/settings/keys/keys-page.tsx")).KeysPage,
      })),
      "/settings/members": lazy(async () => ({
        default: (await import("../pages/settings/members/members-page.tsx")).MembersPage,
      })),
      "/settings/readiness": lazy(async () => ({
        default: (await import("../pages/settings/readiness/readiness-page.tsx")).ReadinessPage,
      })),
      "/settings/rules": lazy(async () => ({
        default: (await import("../pages/settings/rules/rules-page.tsx")).RulesPage,
      })),
      "/settings/rule-exceptions": lazy(async () => ({
        default: (await import("../pages/settings/rules/exceptions-page.tsx")).ExceptionsPage,
      })),
      "/settings/refused-rules": lazy(async () => ({
        default: (await import("../pages/settings/rules/refused-page.tsx")).RefusedPage,
      })),
      "/settings/rules/:rule": lazy(async () => ({
        default: (await import("../pages/settings/rules/rule-page.tsx")).RulePage,
      })),
      "/settings/audit": lazy(async () => ({
        default: (await import("../pages/settings/audit/audit-page.tsx")).AuditPage,
      })),
      "/settings/installation-log": lazy(async () => ({
        default: (await import("../pages/settings/audit/installation-log-page.tsx")).InstallationLogPage,
      })),
      "/settings/api": lazy(async () => ({ default: (await import("../pages/settings/api/api-page.tsx")).ApiPage })),
      "/settings/account": lazy(async () => ({
        default: (await import("../pages/settings/account/account-page.tsx")).AccountPage,
      })),
    },
  },
];
