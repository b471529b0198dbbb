import type { ReactElement } from "react";
import { Redirect } from "wouter";
import { useDomain, useSession } from "../../app/session.ts";
import { openSections, SECTIONS } from "./sections.ts";

/** Leads from `/settings` to the first page that the role allows. */
export function SettingsStart(): ReactElement {
  const [first = SECTIONS[0]] = openSections(useDomain(), useSession());
  return <Redirect to={first.path} replace />;
}
