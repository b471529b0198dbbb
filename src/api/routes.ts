import type { ApiCaller } from "../access/caller.ts";
import { publicEndpoints } from "../contract/endpoints.ts";
import { mount, type Plane } from "../http/route.ts";
import { handleGetCase } from "./get-case.ts";
import { handleGetDrift } from "./get-drift.ts";
import { handleGetIntegration } from "./get-integration.ts";
import { handleGetNhiDetail } from "./get-nhi-detail.ts";
import { handleGetPersona } from "./get-persona.ts";
import { handleGetPersonaDetail } from "./get-persona-detail.ts";
import { handleListCases } from "./list-cases.ts";
import { handleListNhi } from "./list-nhi.ts";
import { handleListThreats } from "./list-threats.ts";
import { handleListUsers } from "./list-users.ts";
import { handleSubmitVerdict } from "./submit-verdict.ts";
import { handleWhoami } from "./whoami.ts";

/** The public plane: the contract on the left, what its answer is made from, and who makes it. */
export function mountPublicApi(plane: Plane<ApiCaller>): void {
  const at = publicEndpoints;
  mount(plane, at.listCases, ["cases", "users", "readiness"], handleListCases);
  mount(plane, at.submitVerdict, null, handleSubmitVerdict);
  mount(plane, at.listThreats, ["threats", "users", "readiness"], handleListThreats);
  mount(plane, at.listUsers, ["users"], handleListUsers);
  mount(plane, at.getPersona, ["personas", "users", "readiness"], handleGetPersona);
  mount(plane, at.getPersonaDetail, ["personas", "users", "readiness"], handleGetPersonaDetail);
  mount(plane, at.listNhi, ["nhi", "readiness"], handleListNhi);
  mount(plane, at.getNhiDetail, ["nhi", "readiness"], handleGetNhiDetail);
  mount(plane, at.getIntegration, ["integrations"], handleGetIntegration);
  mount(plane, at.getDrift, ["drift"], handleGetDrift);
  mount(plane, at.getCase, ["cases", "readiness"], handleGetCase);
  mount(plane, at.whoami, null, handleWhoami);
}
