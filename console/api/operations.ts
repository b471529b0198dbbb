// Written by `npm run openapi` from the admin contract.
import type { Role } from "../../src/model/role.ts";

/** How an operation is called; `roles` is null if it does not depend on the role in a domain. */
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly roles: readonly Role[] | null;
}

export const OPERATIONS = {
  getSignInOptions: {"method":"GET","path":"/sign-in-options","roles":null},
  setUp: {"method":"POST","path":"/set-up","roles":null},
  signIn: {"method":"POST","path":"/session","roles":null},
  acceptInvitation: {"method":"POST","path":"/invitation","roles":null},
  refreshSession: {"method":"POST","path":"/session/refresh","roles":null},
  getSession: {"method":"GET","path":"/session","roles":null},
  signOut: {"method":"DELETE","path":"/session","roles":null},
  reauthenticate: {"method":"POST","path":"/session/reauthenticate","roles":null},
  listSessions: {"method":"GET","path":"/sessions","roles":null},
  endSession: {"method":"DELETE","path":"/sessions/:session_id","roles":null},
  changePassword: {"method":"PUT","path":"/account/password","roles":null},
  beginTotp: {"method":"POST","path":"/account/totp","roles":null},
  confirmTotp: {"method":"POST","path":"/account/totp/confirm","roles":null},
  removeTotp: {"method":"DELETE","path":"/account/totp","roles":null},
  listCases: {"method":"GET","path":"/domains/:domain_id/cases","roles":["owner","admin","analyst","viewer"]},
  getCase: {"method":"GET","path":"/domains/:domain_id/cases/:case_id","roles":["owner","admin","analyst","viewer"]},
  submitVerdict: {"method":"POST","path":"/domains/:domain_id/cases/:case_id/verdict","roles":["owner","admin","analyst"]},
  moveCase: {"method":"POST","path":"/domains/:domain_id/cases/:case_id/transition","roles":["owner","admin","analyst"]},
  reopenCase: {"method":"POST","path":"/domains/:domain_id/cases/:case_id/reopen","roles":["owner","admin","analyst"]},
  listCaseHistory: {"method":"GET","path":"/domains/:domain_id/cases/:case_id/history","roles":["owner","admin","analyst","viewer"]},
  listCaseNotes: {"method":"GET","path":"/domains/:domain_id/cases/:case_id/notes","roles":["owner","admin","analyst","viewer"]},
  addCaseNote: {"method":"POST","path":"/domains/:domain_id/cases/:case_id/notes","roles":["owner","admin","analyst"]},
  listSimilarCases: {"method":"GET","path":"/domains/:domain_id/cases/:case_id/similar","roles":["owner","admin","analyst","viewer"]},
  listThreats: {"method":"GET","path":"/domains/:domain_id/threats","roles":["owner","admin","analyst","viewer"]},
  getEvidence: {"method":"GET","path":"/domains/:domain_id/threats/:event_id/evidence","roles":["owner","admin","analyst"]},
  listUsers: {"method":"GET","path":"/domains/:domain_id/users","roles":["owner","admin","analyst","viewer"]},
  getPersona: {"method":"GET","path":"/domains/:domain_id/personas/:tuid","roles":["owner","admin","analyst","viewer"]},
  getPersonaDetail: {"method":"GET","path":"/domains/:domain_id/personas/:tuid/detail","roles":["owner","admin","analyst","viewer"]},
  listNhi: {"method":"GET","path":"/domains/:domain_id/nhi/personas","roles":["owner","admin","analyst","viewer"]},
  getNhiDetail: {"method":"GET","path":"/domains/:domain_id/nhi/personas/:nuid/detail","roles":["owner","admin","analyst","viewer"]},
  listNhiClusters: {"method":"GET","path":"/domains/:domain_id/nhi/clusters","roles":["owner","admin","analyst","viewer"]},
  listDrift: {"method":"GET","path":"/domains/:domain_id/drift","roles":["owner","admin","analyst","viewer"]},
  getDrift: {"method":"GET","path":"/domains/:domain_id/drift/:drift_id","roles":["owner","admin","analyst","viewer"]},
  listIntegrations: {"method":"GET","path":"/domains/:domain_id/integrations","roles":["owner","admin","analyst","viewer"]},
  getIntegration: {"method":"GET","path":"/domains/:domain_id/integrations/:connector_type","roles":["owner","admin","analyst","viewer"]},
  listKeys: {"method":"GET","path":"/domains/:domain_id/keys","roles":["owner","admin"]},
  createKey: {"method":"POST","path":"/domains/:domain_id/keys","roles":["owner","admin"]},
  rotateKey: {"method":"POST","path":"/domains/:domain_id/keys/:key_id/rotate","roles":["owner","admin"]},
  revokeKey: {"method":"DELETE","path":"/domains/:domain_id/keys/:key_id","roles":["owner","admin"]},
  listMembers: {"method":"GET","path":"/domains/:domain_id/members","roles":["owner","admin"]},
  inviteMember: {"method":"POST","path":"/domains/:domain_id/members","roles":["owner"]},
  setMemberRole: {"method":"PUT","path":"/domains/:domain_id/members/:account_id","roles":["owner"]},
  removeMember: {"method":"DELETE","path":"/domains/:domain_id/members/:account_id","roles":["owner"]},
  getReadiness: {"method":"GET","path":"/domains/:domain_id/readiness","roles":["owner","admin","analyst","viewer"]},
  forceReady: {"method":"POST","path":"/domains/:domain_id/readiness/:resource/force","roles":["owner","admin"]},
  listAudit: {"method":"GET","path":"/domains/:domain_id/audit","roles":["owner","admin"]},
  verifyAudit: {"method":"POST","path":"/domains/:domain_id/audit/verify","roles":["owner","admin"]},
} as const satisfies Readonly<Record<string, Operation>>;
