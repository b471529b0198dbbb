import { getCase, listCases, submitVerdict } from "./cases.ts";
import { getDrift, listDrift } from "./drift.ts";
import { getEvidence } from "./evidence.ts";
import { getIntegration, listIntegrations } from "./integrations.ts";
import { listNhiClusters } from "./nhi/cluster.ts";
import { getNhiDetail, listNhi } from "./nhi.ts";
import { getPersona, getPersonaDetail } from "./personas.ts";
import { listThreats } from "./threats.ts";
import { listUsers } from "./users.ts";
import { whoami } from "./whoami.ts";

/** The path prefix of the public API. */
export const BASE_PATH = "/api/v1/external";

/** Every public operation, by name, in the order of the documentation; extensions come last. */
export const publicEndpoints = {
  listCases,
  submitVerdict,
  listThreats,
  listUsers,
  getPersona,
  getPersonaDetail,
  listNhi,
  getNhiDetail,
  getIntegration,
  getDrift,
  getCase,
  getEvidence,
  listIntegrations,
  listDrift,
  listNhiClusters,
  whoami,
} as const;
export type PublicEndpoints = typeof publicEndpoints;
