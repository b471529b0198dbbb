import type { ReactElement } from "react";
import { Redirect } from "wouter";
import { mayCall, useDomain } from "../../app/session.ts";
import { SECTIONS } from "./sections.ts";

/** Leads from `/settings` to the first page that the role allows. */
export function SettingsStart(): ReactElement {
  const { role } = useDomain();
  const first = SECTIONS.find(({ needs }) => mayCall(role, needs)) ?? SECTIONS[0];
  return <Redirect to={first.path} replace />;
}
