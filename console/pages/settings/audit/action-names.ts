import { type AuditAction, actionsIn } from "../../../../src/model/audit.ts";
import type { Option } from "../../../ui/field.tsx";
import type { AuditScope } from "./audit-pages.ts";

/** What each action of the audit log did, as a phrase after the name of whoever did it. */
const ACTION_NAMES: Readonly<Record<AuditAction, string>> = {
  "account.create": "Created an account",
  "account.disable": "Disabled an account",
  "account.enable": "Enabled an account",
  "account.invite": "Issued an invitation",
  "account.link": "Linked an account to an identity",
  "account.operator": "Changed who is an operator",
  "account.password": "Changed a password",
  "account.reset": "Ended every way to sign in to an account",
  "account.totp": "Changed an authenticator app",
  "account.unlink": "Unlinked an account from its identity",
  "account.withdraw": "Withdrew an invitation",
  "api_key.create": "Created an API key",
  "api_key.revoke": "Revoked an API key",
  "api_key.rotate": "Rotated an API key",
  "case.note": "Wrote a note on a case",
  "case.transition": "Moved a case",
  "case.verdict": "Gave a verdict",
  "connector.configure": "Configured an integration",
  "connector.disable": "Disabled an integration",
  "connector.enable": "Enabled an integration",
  "connector.poll": "Polled an integration",
  "connector.remove": "Removed an integration",
  "directory.ingest": "Delivered directory objects",
  "domain.analyze": "Started the analysis",
  "domain.create": "Created the domain",
  "domain.delete": "Deleted the domain",
  "domain.move": "Moved the domain",
  "domain.purge": "Purged data of the domain",
  "domain.rebuild": "Rebuilt the findings",
  "domain.restore": "Restored the domain",
  "domain.update": "Changed the domain",
  "installation.distribute": "Distributed the tables",
  "member.remove": "Removed a member",
  "member.set": "Set a member's role",
  "readiness.force": "Made a resource ready",
  "records.import": "Imported records",
  "rows.ingest": "Delivered log rows",
  "rows.retention": "Changed how long log rows are kept",
  "rule.disable": "Switched a rule off",
  "rule.enable": "Switched a rule on",
  "rule.end_exception": "Ended an exception of a rule",
  "rule.except": "Made an exception of a rule",
  "secret.replace": "Replaced a secret",
  "session.end": "Ended a session",
  "session.prove": "Proved who is signed in",
  "session.refused": "Was refused a sign-in",
  "session.start": "Signed in",
};

/** Returns the actions that a log can have, as options of a filter. */
export const actionOptions = (log: AuditScope): readonly Option[] =>
  actionsIn(log)
    .map((value) => ({ value, label: ACTION_NAMES[value] }))
    .sort((a, b) => a.label.localeCompare(b.label));

/** Returns whether a word of the address is an action. */
export const isAction = (word: string): word is AuditAction => Object.hasOwn(ACTION_NAMES, word);

/** Returns the phrase for an action; one that is not known yet is shown as it is. */
export const actionName = (action: string): string => (isAction(action) ? ACTION_NAMES[action] : action);
