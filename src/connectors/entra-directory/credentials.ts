import { isObject, type JsonObject } from "../http/read-json.ts";

/** Returns the secrets and certificates of an application as separate objects. Graph does not return their values. */
export const applicationCredentials = (application: JsonObject): readonly JsonObject[] =>
  credentialsOf(application, { applicationId: application["id"] });

export const servicePrincipalCredentials = (principal: JsonObject): readonly JsonObject[] =>
  credentialsOf(principal, { servicePrincipalId: principal["id"] });

/** Converts a federated credential of an application. */
export const federatedCredential = (credential: JsonObject, application: JsonObject): JsonObject => ({
  applicationId: application["id"],
  appId: application["appId"],
  keyId: credential["id"],
  type: "federated",
  displayName: credential["name"] ?? null,
  issuer: credential["issuer"],
  subject: credential["subject"],
});

function credentialsOf(holder: JsonObject, reference: JsonObject): readonly JsonObject[] {
  const list = (name: string, type: string): readonly JsonObject[] => {
    const value = holder[name];
    return (Array.isArray(value) ? value.filter(isObject) : []).map((credential) => ({
      ...reference,
      appId: holder["appId"],
      keyId: credential["keyId"],
      type,
      usage: credential["usage"],
      displayName: credential["displayName"] ?? null,
      startDateTime: credential["startDateTime"],
      endDateTime: credential["endDateTime"],
      ...(type === "certificate" && { thumbprint: credential["customKeyIdentifier"] ?? null }),
    }));
  };
  return [...list("passwordCredentials", "password"), ...list("keyCredentials", "certificate")];
}
