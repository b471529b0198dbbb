import "./shell.css";
import { BookOpen, ChevronsUpDown } from "lucide-react";
import { type ReactElement, Suspense } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { IconMark } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { EmptyState, Skeleton } from "../../ui/states.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { Page } from "../page.tsx";
import { PAGES } from "../pages.tsx";
import { useDomain, useSession } from "../session.ts";
import { useShortcuts } from "../shortcuts.tsx";
import { AccountMenu } from "./account-menu.tsx";

/** The frame of every page of a domain: navigation, domain switch, account. */
export function Shell(): ReactElement {
  const [path, navigate] = useLocation();
  useShortcuts(
    PAGES.map(({ name, path: to, shortcut }) => ({
      keys: `g ${shortcut}`,
      does: `Go to ${name}`,
      listedAs: "page",
      run: () => navigate(to),
    })),
  );
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <header className="sidebar">
        <DomainSwitch />
        <nav aria-label="Pages">
          <ul>
            {PAGES.map(({ name, path: to, icon }) => (
              <li key={to}>
                <Link href={to} className="nav-link" aria-current={isWithin(path, to) ? "page" : undefined}>
                  <IconMark icon={icon} />
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="sidebar-foot">
          <a href="/docs" className="nav-link" target="_blank" rel="noreferrer">
            <IconMark icon={BookOpen} label="API reference" />
            <span aria-hidden="true">API reference</span>
          </a>
          <AccountMenu />
        </div>
      </header>
      <div className="content" id="content">
        <ErrorBoundary key={path}>
          <Suspense fallback={<Loading />}>
            <Routes />
          </Suspense>
        </ErrorBoundary>
      </div>
    </div>
  );
}

const isWithin = (path: string, to: string): boolean => path === to || (to !== "/" && path.startsWith(`${to}/`));

function Loading(): ReactElement {
  return (
    <main className="page">
      <Skeleton lines={10} />
    </main>
  );
}

const ROUTES = PAGES.flatMap(({ routes }) => Object.entries(routes));

function Routes(): ReactElement {
  return (
    <Switch>
      {ROUTES.map(([path, Component]) => (
        <Route key={path} path={path} component={Component} />
      ))}
      <Route>
        <Page title="Not found">
          <EmptyState title="There is no page at this address">
            <p>Check the address, or choose a page on the left.</p>
          </EmptyState>
        </Page>
      </Route>
    </Switch>
  );
}

function DomainSwitch(): ReactElement {
  const { domains } = useSession();
  const domain = useDomain();
  const [, navigate] = useLocation();
  const items = domains.map(({ domain_id, name, role }) => ({
    key: domain_id,
    label: <ForeignText value={name} />,
    note: role,
    checked: domain_id === domain.domain_id,
    onChoose: () => navigate(`~/d/${name}/`),
  }));
  return (
    <Menu label={`Domain ${domain.name}: switch`} items={items} className="domain-switch">
      <img src="/favicon.svg" alt="" width="20" height="20" />
      <span className="truncate">{domain.name}</span>
      <IconMark icon={ChevronsUpDown} />
    </Menu>
  );
}
