import type { OperationId } from "../../api/call.ts";
import { type Domain, mayCall, type Session } from "../../app/session.ts";

/** A page of the settings; people whose role does not allow `needs` do not see its tab. */
interface Section {
  readonly name: string;
  readonly path: string;
  readonly needs: OperationId;
  /** Only operators of the installation see its tab. */
  readonly operatorOnly?: boolean;
}

/** The pages of the settings in the order of their tabs. */
export const SECTIONS = [
  { name: "API keys", path: "/settings/keys", needs: "listKeys" },
  { name: "Members", path: "/settings/members", needs: "listMembers" },
  { name: "Readiness", path: "/settings/readiness", needs: "getReadiness" },
  { name: "Rules", path: "/settings/rules", needs: "listRules" },
  { name: "Audit log", path: "/settings/audit", needs: "listAudit" },
  {
    name: "Installation log",
    path: "/settings/installation-log",
    needs: "listInstallationAudit",
    operatorOnly: true,
  },
  { name: "API", path: "/settings/api", needs: "getSession" },
  { name: "Your account", path: "/settings/account", needs: "listSessions" },
] as const satisfies readonly Section[];
export type SectionName = (typeof SECTIONS)[number]["name"];

/** Returns the pages that somebody with this account and role may open. */
export function openSections({ role }: Domain, { account }: Session): readonly Section[] {
  return SECTIONS.filter(
    ({ needs, operatorOnly = false }: Section) => mayCall(role, needs) && (account.is_operator || !operatorOnly),
  );
}
