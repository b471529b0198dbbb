import type { ReactElement, ReactNode } from "react";
import { Page } from "../../app/page.tsx";
import { mayCall, useDomain } from "../../app/session.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { SECTIONS, type SectionName } from "./sections.ts";

interface SettingsFrameProps {
  readonly section: SectionName;
  readonly lead: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a page of the settings, with the tabs that lead to the others. */
export function SettingsFrame({ section, lead, actions, children }: SettingsFrameProps): ReactElement {
  const { role } = useDomain();
  const tabs = SECTIONS.filter(({ needs }) => mayCall(role, needs)).map(({ name, path }) => ({
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
