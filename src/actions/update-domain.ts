import { changedFields } from "../model/audit.ts";
import { Failure } from "../model/failure.ts";
import { type DomainSwitches, findOwnDomain, setDomainSwitches } from "../store/domains/domains.ts";
import { type ActionContext, awaitTurn, runAction } from "./context.ts";

/**
 * Changes the given switches of a domain, effective with the next request in every process. Returns false if they had
 * these values already.
 */
export function updateDomain(ctx: ActionContext, changes: Partial<DomainSwitches>): Promise<boolean> {
  return runAction(ctx, async (tx) => {
    await awaitTurn(tx);
    const domain = await findOwnDomain(tx);
    if (!domain) throw new Failure("invalid_request", "there is no such domain");
    const switches = { ...domain, ...changes };
    const fields = changedFields(describeSwitches(domain), describeSwitches(switches));
    if (Object.keys(fields.after ?? {}).length === 0) return { result: false, audit: "unchanged" };
    await setDomainSwitches(tx, switches);
    const target = { kind: "domain", id: domain.domainId } as const;
    return { result: true, audit: { action: "domain.update", target, ...fields } };
  });
}

const describeSwitches = (switches: DomainSwitches) => ({
  external_api: switches.externalApiDisabled ? "off" : "on",
  allowed_addresses: switches.allowedAddresses,
  keys_may_never_expire: switches.keysMayNeverExpire,
});
