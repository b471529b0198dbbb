import { toSid } from "../../../../model/rows/identifiers.ts";
import type { LogRow } from "../../../../model/rows/log-row.ts";
import { principalKey } from "../../../../model/rows/principal-key.ts";
import { readFirst, readText } from "../../../../model/rows/row-fields.ts";
import type { ActKind } from "../../../acts/directory-act.ts";
import { directoryActOf } from "../../../acts/directory-act-of.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";

/** A role assignment, or an addition to a privileged group. */
export interface Grant {
  /** The principal that receives the role, in the form of an actor's key. */
  readonly grantee: string;
  readonly role: string;
}

export const grantOf = oncePerRow((row): Grant | null => {
  switch (row.table) {
    case "AzureActivity":
      return resourceGrant(row);
    case "SecurityEvent":
      return windowsGrant(row);
    default:
      return directoryGrant(row);
  }
});

/** PIM activations are not among them: they follow the approval process. */
const GRANTS: ReadonlySet<ActKind> = new Set(["role.added", "pim_role.added", "eligible_role.added"]);

function directoryGrant(row: LogRow): Grant | null {
  const act = directoryActOf(row);
  if (act === null || act.targetKey === null || !GRANTS.has(act.kind)) return null;
  return { grantee: act.targetKey, role: act.shown.object ?? "a role" };
}

function resourceGrant({ fields }: LogRow): Grant | null {
  const action = readFirst(fields, ["OperationNameValue", "OperationName"])?.toLowerCase();
  if (action !== "microsoft.authorization/roleassignments/write") return null;
  const grantee = principalKey(
    null,
    readFirst(fields, [
      "Properties.requestbody.Properties.PrincipalId",
      "Properties_d.requestbody.Properties.PrincipalId",
      "Properties.requestbody.properties.principalId",
      "Properties_d.requestbody.properties.principalId",
    ]),
  );
  return grantee === null ? null : { grantee, role: "a role on a cloud resource" };
}

const GROUP_ADDITIONS: ReadonlySet<string> = new Set(["4728", "4732", "4756"]);
const STRONG_NAMES =
  /(^|\\)(administrators|domain admins|enterprise admins|schema admins|account operators|backup operators|server operators|print operators|dnsadmins|group policy creator owners)$/i;
/** The relative ids of the same groups, for localized installations. */
const STRONG_SIDS = /-(512|518|519|520|544|548|549|550|551)$/;

function windowsGrant({ fields }: LogRow): Grant | null {
  if (!GROUP_ADDITIONS.has(readText(fields, "EventID") ?? "")) return null;
  const group = readFirst(fields, ["TargetUserName", "TargetAccount"]) ?? "";
  const isStrong = STRONG_NAMES.test(group) || STRONG_SIDS.test(readText(fields, "TargetSid") ?? "");
  const member = isStrong ? toSid(readText(fields, "MemberSid")) : null;
  return member === null ? null : { grantee: `sid:${member}`, role: group };
}
