import type { ApiCaller } from "../access/caller.ts";
import { publicEndpoints } from "../contract/endpoints.ts";
import { mount, type Plane } from "../http/route.ts";
import { handleGetCase } from "./get-case.ts";
import { handleGetDrift } from "./get-drift.ts";
import { handleGetEvidence } from "./get-evidence.ts";
import { handleGetIntegration } from "./get-integration.ts";
import { handleGetNhiDetail } from "./get-nhi-detail.ts";
import { handleGetPersona } from "./get-persona.ts";
import { handleGetPersonaDetail } from "./get-persona-detail.ts";
import { handleListCases } from "./list-cases.ts";
import { handleListDrift } from "./list-drift.ts";
import { handleListIntegrations } from "./list-integrations.ts";
import { handleListNhi } from "./list-nhi.ts";
import { handleListNhiClusters } from "./list-nhi-clusters.ts";
import { handleListThreats } from "./list-threats.ts";
import { handleListUsers } from "./list-users.ts";
import { handleSubmitVerdict } from "./submit-verdict.ts";
import { handleWhoami } from "./whoami.ts";

/** Mounts the public API: each endpoint with the data its response is built from, and its handler. */
export function mountPublicApi(plane: Plane<ApiCaller>): void {
  const at = publicEndpoints;
  mount(plane, at.listCases, ["cases", "users"], handleListCases);
  mount(plane, at.submitVerdict, null, handleSubmitVerdict);
  mount(plane, at.listThreats, ["threats", "users"], handleListThreats);
  mount(plane, at.listUsers, ["users"], handleListUsers);
  mount(plane, at.getPersona, ["personas", "users"], handleGetPersona);
  mount(plane, at.getPersonaDetail, ["personas", "users"], handleGetPersonaDetail);
  mount(plane, at.listNhi, ["nhi"], handleListNhi);
  mount(plane, at.getNhiDetail, ["nhi"], handleGetNhiDetail);
  mount(plane, at.getIntegration, ["integrations"], handleGetIntegration);
  mount(plane, at.getDrift, ["drift"], handleGetDrift);
  mount(plane, at.getCase, ["cases"], handleGetCase);
  // Rows can be delivered or removed without a change of the event, so the response is not cached.
  mount(plane, at.getEvidence, null, handleGetEvidence);
  mount(plane, at.listIntegrations, ["integrations"], handleListIntegrations);
  mount(plane, at.listDrift, ["drift"], handleListDrift);
  mount(plane, at.listNhiClusters, ["nhi"], handleListNhiClusters);
  mount(plane, at.whoami, null, handleWhoami);
}
