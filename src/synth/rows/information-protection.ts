import type { Fields } from "../../model/fields.ts";
import type { Account } from "../account.ts";
import { synthId } from "../synth-id.ts";
import { type SynthRow, toRow } from "./row.ts";

/** From the least to the most sensitive. */
export const LABELS = ["Public", "General", "Confidential", "Highly Confidential"] as const;
export type Label = (typeof LABELS)[number];

const labelIdOf = (label: Label): string => synthId(0, "sensitivity label", label);

export interface LabelAct {
  readonly at: Date;
  readonly account: Account;
  readonly ip: string;
  readonly file: string;
  readonly from?: Label | undefined;
  readonly to?: Label | undefined;
  readonly deviceName?: string;
  readonly justification?: string;
  readonly more?: Fields;
}

/** Creates the row of a sensitivity label that was applied, changed or removed. */
export const labelRow = ({ at, account, ip, file, from, to, deviceName, justification, more }: LabelAct): SynthRow =>
  toRow({
    table: "MicrosoftPurviewInformationProtection",
    at,
    idColumn: "Id",
    fields: {
      Operation: operationOf(from, to),
      RecordTypeName: "SensitivityLabelAction",
      LabelEventType: eventTypeOf(from, to),
      LabelName: to ?? from ?? "",
      ...(from && { OldSensitivityLabelId: labelIdOf(from) }),
      ...(to && { SensitivityLabelId: labelIdOf(to) }),
      ...(justification !== undefined && { JustificationText: justification }),
      ItemName: file,
      ObjectId: file,
      Application: "Word",
      Platform: "Windows",
      DeviceName: deviceName ?? "",
      ClientIP: ip,
      UserId: account.email,
      UserKey: account.objectId,
      UserType: "Regular",
      Workload: "SharePoint",
      ResultStatus: "Succeeded",
    },
    more,
  });

function operationOf(from: Label | undefined, to: Label | undefined): string {
  if (!from) return "SensitivityLabelApplied";
  return to ? "SensitivityLabelUpdated" : "SensitivityLabelRemoved";
}

function eventTypeOf(from: Label | undefined, to: Label | undefined): string {
  if (!from) return "LabelApplied";
  if (!to) return "LabelRemoved";
  return LABELS.indexOf(to) < LABELS.indexOf(from) ? "LabelDowngraded" : "LabelUpgraded";
}
