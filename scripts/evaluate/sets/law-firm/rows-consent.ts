import type { Person, Principal, World } from "./model.ts";
import type { Net } from "./places.ts";
import { audit, prop, target } from "./rows-identity.ts";
import { cloud } from "./rows-office.ts";

/** Someone consents to an application; the directory writes three rows about it. */
export const consent = (w: World, t: number, by: Person, sp: Principal, scope: string,
  o: { admin?: boolean; net?: Net } = {}):
string[] => {
  const actor = o.net === undefined ? { person: by } : { person: by, net: o.net };
  const all = o.admin === true ? "AllPrincipals" : "Principal";
  const rows = [
    audit(w, t, "Add service principal", "ApplicationManagement", actor, [target("ServicePrincipal", sp.name, sp.id,
      prop("AppId", null, sp.appId))]),
    audit(w, t + 800, "Add delegated permission grant", "ApplicationManagement", actor,
      [target("ServicePrincipal", "Microsoft Graph",
      "9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a", prop("DelegatedPermissionGrant.Scope", null, scope),
      prop("DelegatedPermissionGrant.ConsentType", null, all), prop("ServicePrincipal.ObjectID", null, sp.id)),
    target("ServicePrincipal", sp.name, sp.id)]),
    audit(w, t + 1500, "Consent to application", "ApplicationManagement", actor,
      [target("ServicePrincipal", sp.name, sp.id,
      prop("ConsentContext.IsAdminConsent", null, o.admin === true ? "True" : "False"),
      prop("ConsentContext.OnBehalfOfAll", null, o.admin === true ? "True" : "False"),
      prop("ConsentAction.Permissions", null,
        `[] => [[Id: ${w.rng.hex(12)}, ClientId: ${sp.id}, ConsentType: ${all}, Scope: ${scope}]]`))]),
  ];
  if (w.rng.chance(0.4)) rows.push(cloud(w, t + 2000, by, "SecurityComplianceCenter", "Consent to application.",
    { object: sp.name, type: "Application", ...(o.net === undefined ? {} : { net: o.net }) }));
  return rows;
};
