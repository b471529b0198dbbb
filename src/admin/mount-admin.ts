import type { AnonymousCaller } from "../access/admin-caller.ts";
import { handleGetCase } from "../api/get-case.ts";
import { handleGetDrift } from "../api/get-drift.ts";
import { handleGetEvidence } from "../api/get-evidence.ts";
import { handleGetIntegration } from "../api/get-integration.ts";
import { handleGetNhiDetail } from "../api/get-nhi-detail.ts";
import { handleGetPersona } from "../api/get-persona.ts";
import { handleGetPersonaDetail } from "../api/get-persona-detail.ts";
import { handleListCases } from "../api/list-cases.ts";
import { handleListDrift } from "../api/list-drift.ts";
import { handleListIntegrations } from "../api/list-integrations.ts";
import { handleListNhi } from "../api/list-nhi.ts";
import { handleListNhiClusters } from "../api/list-nhi-clusters.ts";
import { handleListThreats } from "../api/list-threats.ts";
import { handleListUsers } from "../api/list-users.ts";
import { handleSubmitVerdict } from "../api/submit-verdict.ts";
import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { type Handler, mount } from "../http/route.ts";
import { mountAccount } from "./account.ts";
import type { AdminParts, MountAdmin } from "./admin-plane.ts";
import { mountAudit } from "./audit.ts";
import { mountCases } from "./cases.ts";
import { mountCoverage } from "./coverage.ts";
import { mountIntegrations } from "./integrations.ts";
import { mountKeys } from "./keys.ts";
import { mountMembers } from "./members.ts";
import { mountOidc } from "./oidc/mount-oidc.ts";
import { mountOverview } from "./overview.ts";
import { mountReadiness } from "./readiness.ts";
import { mountRules } from "./rules/mount-rules.ts";
import { mountSession } from "./session.ts";
import { mountSignIn } from "./sign-in.ts";

/** Mounts the admin API. */
export function mountAdmin(parts: AdminParts): void {
  // The guard returns the caller that the endpoint requires, which the type of the handler states.
  const mountOne: MountAdmin = (endpoint, handler, dependsOn) =>
    mount(parts.plane, endpoint, dependsOn ?? null, handler as unknown as Handler<typeof endpoint, AnonymousCaller>);
  mountSignIn(parts, mountOne);
  mountOidc(parts, mountOne);
  mountSession(parts, mountOne);
  mountAccount(parts, mountOne);
  mountOverview(mountOne);
  mountPosture(mountOne);
  mountCases(mountOne);
  mountIntegrations(parts, mountOne);
  mountCoverage(parts, mountOne);
  mountKeys(parts, mountOne);
  mountMembers(parts, mountOne);
  mountReadiness(mountOne);
  mountRules(parts, mountOne);
  mountAudit(mountOne);
}

/** Mounts the operations of the public API that the console needs too. */
function mountPosture(mountOne: MountAdmin): void {
  mountOne(at.listCases, handleListCases, ["cases", "users"]);
  mountOne(at.getCase, handleGetCase, ["cases"]);
  mountOne(at.submitVerdict, handleSubmitVerdict);
  mountOne(at.listThreats, handleListThreats, ["threats", "users"]);
  mountOne(at.getEvidence, handleGetEvidence);
  mountOne(at.listUsers, handleListUsers, ["users"]);
  mountOne(at.getPersona, handleGetPersona, ["personas", "users"]);
  mountOne(at.getPersonaDetail, handleGetPersonaDetail, ["personas", "users"]);
  mountOne(at.listNhi, handleListNhi, ["nhi"]);
  mountOne(at.getNhiDetail, handleGetNhiDetail, ["nhi"]);
  mountOne(at.listNhiClusters, handleListNhiClusters, ["nhi"]);
  mountOne(at.listDrift, handleListDrift, ["drift"]);
  mountOne(at.getDrift, handleGetDrift, ["drift"]);
  mountOne(at.listIntegrations, handleListIntegrations, ["integrations"]);
  mountOne(at.getIntegration, handleGetIntegration, ["integrations"]);
}
