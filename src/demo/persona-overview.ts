import { counted } from "./counted.ts";
import type { KnownSections, Subject } from "./persona-sections.ts";
import { withArticle } from "./with-article.ts";

const MAX_KEY_POINTS = 7;

/** The persona in a few sentences; what is not known is not said. */
export function overviewOf(subject: Subject, sections: KnownSections) {
  return { summary: summaryOf(subject, sections), key_points: keyPointsOf(subject, sections).slice(0, MAX_KEY_POINTS) };
}

function summaryOf({ person }: Subject, { role, access }: KnownSections): string {
  const reporting = person.manager ? `, reporting to ${person.manager}` : "";
  const clauses = [`${person.name} is ${withArticle(person.title)} in ${person.department.name}${reporting}.`];
  if (role) clauses.push(`Activity over the last 90 days matches ${role.observed_role} (title: ${role.title_match}).`);
  if (access) clauses.push(`Works mainly in ${access.applications.slice(0, 3).join(", ")}.`, `Holds ${access.summary}`);
  return clauses.join(" ");
}

function keyPointsOf(subject: Subject, sections: KnownSections): readonly string[] {
  const { identity, role, access, posture, risk_lens: risk } = sections;
  const rare = subject.entitlements.find((one) => one.privilege && one.peerPrevalence < 0.1);
  const points: readonly (readonly [holds: unknown, text: string])[] = [
    [risk?.reaches_control_plane, "Reaches the control plane."],
    [risk?.dormant_count, `Privileges or credentials unused for 90 days or more: ${risk?.dormant_count}.`],
    [access && rare, `Holds ${rare?.name}, which fewer than one in ten peers hold.`],
    [role?.title_match === "mismatch", `Works like ${role?.observed_role}, unlike the title.`],
    [posture?.nhi.owns_secrets, "Steward of non-human identities that hold secrets."],
    [access?.directory_role_count, "Privileged work happens on the everyday account."],
    [subject.drifts.length, `${counted(subject.drifts.length, "lasting change")} of behaviour in the last 30 days.`],
    [posture, `Signed in on ${posture?.signin_active_days} of the last 90 days.`],
    [access, `Uses ${counted(access?.application_count ?? 0, "application")}.`],
    [true, `Account is ${identity?.account_age} old.`],
    [!posture, "No recent sign-in has been seen."],
    [!role, "Too little activity to tell the role."],
  ];
  return points.filter(([holds]) => holds).map(([, text]) => text);
}
