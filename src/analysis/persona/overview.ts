import type { PersonaIdentity, PersonaRole, PersonaSummary } from "../../model/persona.ts";
import { toAmount } from "../../model/text/amount.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { inSentence, withArticle } from "../../model/text/sentence-words.ts";
import { WINDOW_DAYS } from "./day-window.ts";
import { keyPointsOf, type PointFacts } from "./key-points.ts";
import { observedDays } from "./observed-days.ts";
import type { OrganizationFacts, PersonaFacts } from "./persona-facts.ts";
import { GENERAL_ROLE } from "./role.ts";
import { holdingsText, listOf } from "./sentences.ts";
import { usedApplications } from "./used-applications.ts";

const MAX_SUMMARY = 600;
const MAX_TEXT = 1_200;

/** Writes the summary and the key points of a persona. */
export function buildOverview(given: PointFacts): PersonaSummary {
  const { identity, persona, facts, organization } = given;
  const clauses = [
    describePerson(identity, facts.person.isActive),
    describeRole(identity, persona.role, organization),
    describeWork(facts, organization),
    describeAccess(given),
  ];
  const summary = clauses.filter((clause) => clause !== null).join(" ");
  return { summary: safeText(summary, MAX_SUMMARY), key_points: keyPointsOf(given) };
}

/** Returns the persona overview: the summary, then the key points. */
export const overviewText = ({ summary, key_points }: PersonaSummary): string =>
  safeText([summary, ...key_points].filter((text) => text !== null).join(" "), MAX_TEXT);

function describePerson({ name, title, department, manager }: PersonaIdentity, isActive: boolean): string {
  const work = title === null ? null : withArticle(title);
  const place = department === null ? "" : ` in ${department}`;
  const reports = manager === null ? "" : `, reporting to ${manager}`;
  const state = isActive ? "" : " The account is disabled.";
  if (work !== null) return `${name} is ${work}${place}${reports}.${state}`;
  if (department !== null) return `${name} works${place}${reports}; the directory has no title.${state}`;
  return `${name} has no title or department in the directory${reports}.${state}`;
}

function describeRole(
  { title }: PersonaIdentity,
  role: PersonaRole | null,
  organization: OrganizationFacts,
): string | null {
  if (role === null || role.observed_role === null) return null;
  const days = observedDays([...organization.sources.keys()], organization) ?? WINDOW_DAYS;
  const activity = `Activity over the last ${toAmount(days, "day")}`;
  if (role.observed_role === GENERAL_ROLE) return `${activity} is that of a general business user.`;
  const compared =
    role.title_match === "match"
      ? ", as the title suggests"
      : role.title_match === "mismatch" && title !== null
        ? ", which the title does not suggest"
        : role.title_match === "related"
          ? ", close to the title"
          : "";
  return `${activity} matches ${inSentence(role.observed_role)}${compared}.`;
}

const MAX_APPLICATIONS = 3;

function describeWork({ profile, person }: PersonaFacts, organization: OrganizationFacts): string | null {
  const names = usedApplications(profile, organization)
    .slice(0, MAX_APPLICATIONS)
    .map((name) => safeText(name, 60));
  return names.length === 0 ? null : `${person.isActive ? "Works" : "Worked"} mainly in ${listOf(names)}.`;
}

function describeAccess({ persona: { access }, items }: PointFacts): string | null {
  if (access === null) return null;
  const classes = access.privileged_classes.map(inSentence);
  const dormant = access.dormant_entitlement_count;
  const unused = dormant === 0 ? "" : ` ${dormant} unused for ${WINDOW_DAYS} days or more.`;
  return `${holdingsText(items.length, access.privileged_entitlement_count, classes, 2)}.${unused}`;
}
