// Generated from the OpenAPI document by `npm run openapi`. Do not edit.

/** The path prefix of the API. */
export const API_PATH = "/api/v1/external";

/** One operation of the API, as the client calls it. */
export interface ClientOperation {
  readonly method: string;
  /** Relative to the base URL; parameters as `{name}`. */
  readonly path: string;
  readonly takesIdempotencyKey: boolean;
}

export const CLIENT_OPERATIONS: Readonly<Record<string, ClientOperation>> = {
  listCases: { method: "GET", path: "/cases", takesIdempotencyKey: false },
  submitVerdict: { method: "POST", path: "/cases/{case_id}/verdict", takesIdempotencyKey: true },
  listThreats: { method: "GET", path: "/threats", takesIdempotencyKey: false },
  listUsers: { method: "GET", path: "/users", takesIdempotencyKey: false },
  getPersona: { method: "GET", path: "/personas/{tuid}", takesIdempotencyKey: false },
  getPersonaDetail: { method: "GET", path: "/personas/{tuid}/detail", takesIdempotencyKey: false },
  listNhi: { method: "GET", path: "/nhi/personas", takesIdempotencyKey: false },
  getNhiDetail: { method: "GET", path: "/nhi/personas/{nuid}/detail", takesIdempotencyKey: false },
  getIntegration: { method: "GET", path: "/integrations/{connector_type}", takesIdempotencyKey: false },
  getDrift: { method: "GET", path: "/drift/{drift_id}", takesIdempotencyKey: false },
  getCase: { method: "GET", path: "/cases/{case_id}", takesIdempotencyKey: false },
  getEvidence: { method: "GET", path: "/threats/{event_id}/evidence", takesIdempotencyKey: false },
  listIntegrations: { method: "GET", path: "/integrations", takesIdempotencyKey: false },
  listDrift: { method: "GET", path: "/drift", takesIdempotencyKey: false },
  listNhiClusters: { method: "GET", path: "/nhi/clusters", takesIdempotencyKey: false },
  whoami: { method: "GET", path: "/whoami", takesIdempotencyKey: false },
};
