import type { Fields } from "../../model/fields.ts";
import type { Account } from "../account.ts";
import type { Device } from "../device.ts";
import type { Place } from "../place.ts";
import { type SynthRow, toRow } from "./row.ts";

export interface CloudAct {
  readonly at: Date;
  readonly account: Account;
  readonly place: Place;
  readonly device: Device;
  readonly application: string;
  readonly action: string;
  readonly object?: { readonly type: string; readonly name: string; readonly address?: string };
  readonly more?: Fields;
}

export const cloudAppRow = ({ at, account, place, device, application, action, object, more }: CloudAct): SynthRow =>
  toRow({
    table: "CloudAppEvents",
    at,
    idColumn: "ReportId",
    fields: {
      AccountDisplayName: account.name,
      AccountId: account.email,
      AccountObjectId: account.objectId,
      AccountType: "Regular",
      ActionType: action,
      Application: application,
      City: place.city,
      CountryCode: place.country,
      IPAddress: place.ip,
      IsAdminOperation: false,
      IsAnonymousProxy: false,
      IsExternalUser: false,
      OSPlatform: device.os,
      UserAgent: device.userAgent,
      ...(object && { ObjectType: object.type, ObjectName: object.name }),
      // The same item URL as in OfficeActivity.
      ...(object?.address && { RawEventData: { Operation: action, ObjectId: object.address } }),
    },
    more,
  });
