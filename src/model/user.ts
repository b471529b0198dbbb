export interface User {
  readonly tuid: string;
  readonly externalId: string | null;
  readonly name: string | null;
  readonly userPrincipalName: string;
  readonly emailAddresses: readonly string[];
  readonly groupGuid: string | null;
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Renders an item of the user list. */
export function renderUser(domainId: string, user: User): string {
  return JSON.stringify({
    tuid: user.tuid,
    domain_id: domainId,
    external_id: user.externalId,
    name: user.name,
    user_principal_name: user.userPrincipalName,
    email_addresses: user.emailAddresses,
    group_guid: user.groupGuid,
    is_active: user.isActive,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  });
}

/** Returns all addresses of the user, lower-cased: the UPN and all email addresses. */
export function addressesOf(user: Pick<User, "userPrincipalName" | "emailAddresses">): readonly string[] {
  return [...new Set([user.userPrincipalName, ...user.emailAddresses].map((address) => address.toLowerCase()))];
}
