import type { Fields } from "../../model/fields.ts";
import type { Account } from "../account.ts";
import type { Place } from "../place.ts";
import { type SynthRow, toRow } from "./row.ts";

export interface UserRisk {
  readonly at: Date;
  readonly account: Account;
  readonly place: Place;
  readonly type: string;
  readonly level: "low" | "medium" | "high";
  readonly more?: Fields;
}

/** Creates the row of a risk that identity protection detected in a sign-in. */
export const userRiskRow = ({ at, account, place, type, level, more }: UserRisk): SynthRow =>
  toRow({
    table: "AADUserRiskEvents",
    at,
    idColumn: "Id",
    fields: {
      Activity: "signin",
      ActivityDateTime: at.toISOString(),
      DetectedDateTime: at.toISOString(),
      LastUpdatedDateTime: at.toISOString(),
      DetectionTimingType: "realtime",
      IpAddress: place.ip,
      Location: {
        city: place.city,
        countryOrRegion: place.country,
        geoCoordinates: { latitude: place.latitude, longitude: place.longitude },
      },
      OperationName: "User Risk Detection",
      RiskDetail: "none",
      RiskEventType: type,
      RiskLevel: level,
      RiskState: "atRisk",
      Source: "IdentityProtection",
      TokenIssuerType: "AzureAD",
      UserDisplayName: account.name,
      UserId: account.objectId,
      UserPrincipalName: account.email,
    },
    more,
  });
