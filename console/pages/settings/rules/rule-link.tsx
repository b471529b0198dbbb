import type { ReactElement } from "react";
import { Link } from "wouter";

/** Returns the address of the page of a rule. */
export const ruleHref = (name: string): string => `/settings/rules/${encodeURIComponent(name)}`;

const NAME = /^[a-z0-9_]{1,120}$/;

/** Whether the first part of an event's subcategory names a rule; drift and imported events have none. */
const isRule = (name: string | undefined): name is string =>
  name !== undefined && NAME.test(name) && !name.startsWith("drift_");

/** Leads from a threat event to the rule that created it. */
export function RuleLink({ subcategory }: { readonly subcategory: readonly string[] }): ReactElement | null {
  const [name] = subcategory;
  return isRule(name) ? <Link href={ruleHref(name)}>Rule</Link> : null;
}
