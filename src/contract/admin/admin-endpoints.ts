import { publicEndpoints as published } from "../endpoints.ts";
import * as account from "./account.ts";
import { inDomain } from "./admin-endpoint.ts";
import * as audit from "./audit.ts";
import * as cases from "./cases.ts";
import * as coverage from "./coverage.ts";
import * as integrations from "./integrations.ts";
import * as keys from "./keys.ts";
import * as members from "./members.ts";
import * as oidc from "./oidc.ts";
import * as overview from "./overview.ts";
import * as readiness from "./readiness.ts";
import * as ruleExceptions from "./rule-exceptions.ts";
import * as rules from "./rules.ts";
import * as session from "./session.ts";

/** Every operation of the admin API, by name, in the order of the documentation. */
export const adminEndpoints = {
  getSignInOptions: session.getSignInOptions,
  setUp: session.setUp,
  signIn: session.signIn,
  acceptInvitation: members.acceptInvitation,
  refreshSession: session.refreshSession,
  startOidc: oidc.startOidc,
  joinWithOidc: oidc.joinWithOidc,
  finishOidc: oidc.finishOidc,
  getSession: session.getSession,
  signOut: session.signOut,
  reauthenticate: session.reauthenticate,
  listSessions: session.listSessions,
  endSession: session.endSession,
  changePassword: account.changePassword,
  beginTotp: account.beginTotp,
  confirmTotp: account.confirmTotp,
  removeTotp: account.removeTotp,
  unlinkIdentity: account.unlinkIdentity,
  getOverview: overview.getOverview,
  listCases: inDomain(published.listCases, "posture:read"),
  getCase: inDomain(published.getCase, "posture:read"),
  submitVerdict: inDomain(published.submitVerdict, "cases:decide"),
  moveCase: cases.moveCase,
  reopenCase: cases.reopenCase,
  listCaseHistory: cases.listCaseHistory,
  listCaseNotes: cases.listCaseNotes,
  addCaseNote: cases.addCaseNote,
  listSimilarCases: cases.listSimilarCases,
  listThreats: inDomain(published.listThreats, "posture:read"),
  getEvidence: inDomain(published.getEvidence, "evidence:read"),
  listUsers: inDomain(published.listUsers, "posture:read"),
  getPersona: inDomain(published.getPersona, "posture:read"),
  getPersonaDetail: inDomain(published.getPersonaDetail, "posture:read"),
  listNhi: inDomain(published.listNhi, "posture:read"),
  getNhiDetail: inDomain(published.getNhiDetail, "posture:read"),
  listNhiClusters: inDomain(published.listNhiClusters, "posture:read"),
  listDrift: inDomain(published.listDrift, "posture:read"),
  getDrift: inDomain(published.getDrift, "posture:read"),
  listIntegrations: inDomain(published.listIntegrations, "posture:read"),
  getIntegration: inDomain(published.getIntegration, "posture:read"),
  getIntegrationSetup: integrations.getIntegrationSetup,
  configureIntegration: integrations.configureIntegration,
  removeIntegration: integrations.removeIntegration,
  setIntegrationEnabled: integrations.setIntegrationEnabled,
  testIntegration: integrations.testIntegration,
  pollIntegration: integrations.pollIntegration,
  listIntegrationPolls: integrations.listIntegrationPolls,
  getCoverage: coverage.getCoverage,
  listKeys: keys.listKeys,
  createKey: keys.createKey,
  rotateKey: keys.rotateKey,
  revokeKey: keys.revokeKey,
  listMembers: members.listMembers,
  inviteMember: members.inviteMember,
  setMemberRole: members.setMemberRole,
  removeMember: members.removeMember,
  getReadiness: readiness.getReadiness,
  forceReady: readiness.forceReady,
  listRulePacks: rules.listRulePacks,
  listRules: rules.listRules,
  getRule: rules.getRule,
  setRuleState: rules.setRuleState,
  listRefusedRules: rules.listRefusedRules,
  listExceptions: ruleExceptions.listExceptions,
  makeException: ruleExceptions.makeException,
  endException: ruleExceptions.endException,
  listAudit: audit.listAudit,
  verifyAudit: audit.verifyAudit,
  listInstallationAudit: audit.listInstallationAudit,
  verifyInstallationAudit: audit.verifyInstallationAudit,
} as const;
