import type { ReactElement, ReactNode } from "react";
import { Page } from "../../app/page.tsx";
import { useDomain, useSession } from "../../app/session.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { openSections, type SectionName } from "./sections.ts";

interface SettingsFrameProps {
  readonly section: SectionName;
  readonly lead: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a page of the settings, with the tabs that lead to the others. */
export function SettingsFrame({ section, lead, actions, children }: SettingsFrameProps): ReactElement {
  const tabs = openSections(useDomain(), useSession()).map(({ name, path }) => ({
    label: name,
    href: path,
    current: name === section,
  }));
  return (
    <Page title={section} parent={{ name: "Settings", href: "/settings" }} lead={lead} actions={actions}>
      <Tabs label="Settings" tabs={tabs} />
      {children}
    </Page>
  );
}
