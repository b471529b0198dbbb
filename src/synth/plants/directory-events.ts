import { GRAPH } from "../directory/services.ts";
import { DAY_MS, shift } from "../moment.ts";
import type { Nhi } from "../nhi/nhi.ts";
import { AZURE_ROLES, PERMISSIONS } from "../nhi/permissions.ts";
import { seededRandom } from "../random.ts";
import {
  appAssignedRow,
  azureAssignmentRow,
  type ChangeContext,
  consentRow,
  credentialAddedRow,
  groupMemberRow,
  ownerRow,
  permissionRow,
  roleMemberRow,
  serviceAddedRow,
  userAddedRow,
  userDisabledRow,
} from "../rows/directory-changes.ts";
import type { SynthRow } from "../rows/row.ts";
import { type Holding, signInAppOf } from "../workforce/holding.ts";
import { firstDayOf } from "../workforce/staff.ts";
import type { AzureAssignment } from "./path-plants.ts";
import { changeTime } from "./planted-directory.ts";
import type { PlantedOrganization } from "./planted-organization.ts";

/** A change of the directory in the period, as the audit log reports it. */
export interface DirectoryEvent {
  readonly day: number;
  readonly kind: string;
  readonly subject: string;
  readonly object: string;
  readonly row: SynthRow;
}

/** Lists the changes of the directory in the period, in order of days. */
export function listDirectoryEvents(organization: PlantedOrganization): readonly DirectoryEvent[] {
  const contextOf = contexts(organization);
  const events = [
    ...organization.holdings.flatMap((holding) => holdingEvents(holding, contextOf)),
    ...organization.staff.flatMap(({ presence, email, objectId, ...rest }) => {
      const account = { email, objectId, ...rest };
      const joined = presence.from > 0 ? [{ day: presence.from, kind: "identity_created", make: userAddedRow }] : [];
      const isGone = presence.to < organization.knobs.days;
      const left = isGone ? [{ day: presence.to + 1, kind: "identity_disabled", make: userDisabledRow }] : [];
      return [...joined, ...left].map(({ day, kind, make }) => {
        // Accounts exist before anything is granted to them.
        const context = contextOf(day, `${email}/${kind}`);
        const early = { ...context, at: shift(startOf(organization, day), 6 * 3_600_000) };
        return { day, kind, subject: objectId, object: email, row: make(early, account) };
      });
    }),
    ...organization.nhis.flatMap((nhi) => nhiEvents(nhi, contextOf)),
    ...organization.assignments.flatMap((assignment) => azureEvents(assignment, contextOf)),
  ];
  return events.sort((a, b) => a.row.at.getTime() - b.row.at.getTime() || (a.subject < b.subject ? -1 : 1));
}

const startOf = ({ knobs }: PlantedOrganization, day: number): Date => shift(firstDayOf(knobs), day * DAY_MS);

type ContextOf = (day: number, key: string) => ChangeContext;

/** Returns who makes a change on a day, and when. */
function contexts({ knobs, staff }: PlantedOrganization): ContextOf {
  const first = firstDayOf(knobs);
  const operators = staff.filter(
    ({ role, presence }) => role.department.name === "IT Operations" && presence.from <= 0 && presence.to >= knobs.days,
  );
  return (day, key) => {
    const by = seededRandom(knobs.seed, `operator ${key}`).pick(operators.length > 0 ? operators : staff);
    return { at: changeTime(first, day, key), by, ip: by.office.ip };
  };
}

function holdingEvents(holding: Holding, contextOf: ContextOf): readonly DirectoryEvent[] {
  const { employee, object, day } = holding;
  if (day === null) return [];
  const context = contextOf(day, `${employee.email}/${object.id}`);
  const event = { day, subject: employee.objectId, object: object.name };
  if (object.kind === "group") {
    return [{ ...event, kind: "group_member_added", row: groupMemberRow(context, employee, object) }];
  }
  if (object.kind === "application") {
    const row = appAssignedRow(context, employee, signInAppOf(object.name));
    return [{ ...event, kind: "app_role_added", row }];
  }
  const row = roleMemberRow(context, employee, object, object.kind === "eligible_role");
  return [{ ...event, kind: "role_added", row }];
}

function nhiEvents(nhi: Nhi, contextOf: ContextOf): readonly DirectoryEvent[] {
  const subject = nhi.objectId;
  const credentials = nhi.credentials
    .filter(({ addedInPeriod }) => addedInPeriod)
    .map(({ keyId, startDay }) => {
      const context = contextOf(startDay, `${nhi.name}/${keyId}`);
      const row = credentialAddedRow(context, nhi, { id: keyId, name: `${nhi.name} secret` });
      return { day: startDay, kind: "credential_added", subject, object: keyId, row };
    });
  const { formerOwner, owner } = nhi;
  const handover =
    formerOwner && owner
      ? (["Remove", "Add"] as const).map((verb) => {
          const who = verb === "Add" ? owner : formerOwner.employee;
          const row = ownerRow(contextOf(formerOwner.until, `${nhi.name}/${verb}`), nhi, who, verb);
          const kind = verb === "Add" ? "owner_added" : "owner_removed";
          return { day: formerOwner.until, kind, subject, object: who.email, row };
        })
      : [];
  const { granted } = nhi;
  const permissions = granted
    ? [
        {
          day: granted.day,
          kind: "app_role_added",
          subject,
          object: granted.permission,
          row: permissionRow(
            contextOf(granted.day, `${nhi.name}/${granted.permission}`),
            nhi,
            { id: GRAPH.id, name: "Microsoft Graph" },
            { id: PERMISSIONS[granted.permission].id, name: granted.permission },
          ),
        },
      ]
    : [];
  return [...credentials, ...handover, ...permissions, ...creationEvents(nhi, contextOf)];
}

/** Returns the creation of a program that did not exist before the period, with the consent of its users. */
function creationEvents(nhi: Nhi, contextOf: ContextOf): readonly DirectoryEvent[] {
  const day = -nhi.createdDaysBefore;
  if (day < 0) return [];
  const created = contextOf(day, `${nhi.name}/created`);
  const subject = nhi.objectId;
  return [
    { day, kind: "identity_created", subject, object: nhi.name, row: serviceAddedRow(created, nhi) },
    ...(nhi.consents ?? []).map((employee, index) => {
      const context = { at: shift(created.at, (index + 1) * 600_000), by: employee, ip: employee.home.ip };
      const row = consentRow(context, nhi, nhi.scopes, false);
      return { day, kind: "grant_added", subject, object: employee.email, row };
    }),
  ];
}

function azureEvents(
  { principalId, role, scope, day }: AzureAssignment,
  contextOf: ContextOf,
): readonly DirectoryEvent[] {
  if (day === null) return [];
  const context = contextOf(day, `${principalId}/${scope}`);
  const row = azureAssignmentRow(context, principalId, { id: AZURE_ROLES[role], name: role }, scope);
  return [{ day, kind: "azure_role_added", subject: principalId, object: `${role} ${scope}`, row }];
}
