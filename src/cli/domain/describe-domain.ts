import type { Domain } from "../../store/domains/domains.ts";

/** Returns a domain as the commands print it. */
export const describeDomain = (domain: Domain) => ({
  domain_id: domain.domainId,
  name: domain.name,
  created_at: domain.createdAt,
  external_api_enabled_at: domain.externalApiEnabledAt,
  external_api: domain.externalApiDisabled ? "off" : "on",
  allowed_addresses: domain.allowedAddresses,
  keys_may_never_expire: domain.keysMayNeverExpire,
});
