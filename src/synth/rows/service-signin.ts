import type { Fields } from "../../model/fields.ts";
import type { ServiceAccount } from "../account.ts";
import type { Place } from "../place.ts";
import { type SynthRow, toRow } from "./row.ts";

export interface ServiceSignIn {
  readonly at: Date;
  readonly service: ServiceAccount;
  readonly place: Place;
  readonly resource: string;
  /** The secret or certificate that was used. */
  readonly keyId?: string | undefined;
  readonly failure?: { readonly code: number; readonly reason: string } | undefined;
  readonly more?: Fields;
}

export const servicePrincipalSigninRow = (signIn: ServiceSignIn): SynthRow =>
  toRow({
    table: "AADServicePrincipalSignInLogs",
    at: signIn.at,
    idColumn: "Id",
    fields: {
      ...commonFields(signIn),
      Category: "ServicePrincipalSignInLogs",
      IPAddress: signIn.place.ip,
      Location: signIn.place.country,
      LocationDetails: JSON.stringify({
        city: signIn.place.city,
        countryOrRegion: signIn.place.country,
        geoCoordinates: { latitude: signIn.place.latitude, longitude: signIn.place.longitude },
      }),
      ...(signIn.keyId !== undefined && { ServicePrincipalCredentialKeyId: signIn.keyId }),
    },
    more: signIn.more,
  });

/** Creates the row of a managed identity, which has no IP address because the platform signs it in. */
export const managedIdentitySigninRow = (signIn: ServiceSignIn): SynthRow =>
  toRow({
    table: "AADManagedIdentitySignInLogs",
    at: signIn.at,
    idColumn: "Id",
    fields: { ...commonFields(signIn), Category: "ManagedIdentitySignInLogs", Location: signIn.place.country },
    more: signIn.more,
  });

const commonFields = ({ service, resource, failure }: ServiceSignIn): Fields => ({
  OperationName: "Sign-in activity",
  AppId: service.appId,
  ServicePrincipalId: service.objectId,
  ServicePrincipalName: service.name,
  ResourceDisplayName: resource,
  ResultType: String(failure?.code ?? 0),
  ResultDescription: failure?.reason ?? "",
});
