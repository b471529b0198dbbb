import { Type } from "typebox";
import { ROLES } from "../../model/role.ts";
import { DateTime, nullable, Text, Uuid } from "../shapes.ts";
import { adminEndpoint, DOMAIN_PATH, DomainParams } from "./admin-endpoint.ts";
import { DONE_EXAMPLE, Done, Email, Name, NewPassword, SIGNED_IN_EXAMPLE, SignedIn } from "./session.ts";

export const MemberItem = Type.Object({
  account_id: Uuid,
  email: Text,
  name: nullable(Text),
  role: Type.Enum(ROLES),
  has_totp: Type.Boolean(),
  /** False until an invited person has chosen a password or signed in through the identity provider. */
  has_joined: Type.Boolean(),
  /** Whether there is a code with which the person can join. */
  has_open_invitation: Type.Boolean(),
  is_disabled: Type.Boolean(),
  last_signed_in_at: nullable(DateTime),
});

const MemberParams = Type.Object({ domain_id: Uuid, account_id: Uuid });
const RoleBody = Type.Object({ role: Type.Enum(ROLES) }, { additionalProperties: false });

export const listMembers = adminEndpoint({
  method: "GET",
  path: `${DOMAIN_PATH}/members`,
  operationId: "listMembers",
  tag: "Members",
  summary: "List the members",
  description:
    "Returns the members of the domain by email address. Operators of the installation have access too, and are listed only if they are members.",
  requires: "members:read",
  params: DomainParams,
  reply: Type.Object({ items: Type.Array(MemberItem) }),
  replyExample: {
    items: [
      {
        account_id: "018f2f6e-0000-7000-8000-0000000000a1",
        email: "maya.ito@northwind.example",
        name: "Maya Ito",
        role: "owner",
        has_totp: true,
        has_joined: true,
        has_open_invitation: false,
        is_disabled: false,
        last_signed_in_at: "2026-11-02T09:00:00.000Z",
      },
    ],
  },
  failures: [],
});

export const inviteMember = adminEndpoint({
  method: "POST",
  path: `${DOMAIN_PATH}/members`,
  operationId: "inviteMember",
  tag: "Members",
  summary: "Add a member",
  description:
    "Makes an account a member of the domain. If there is no account with this address yet, one is created, and the response has the code with which the person joins within seven days. Any other account is added by an operator only (`account_exists`). If somebody has joined an account that only a domain vouches for, the operator has to send `confirmed` (`confirmation_required`): with the change its sessions, password, second factor, recovery codes and linked identity end, and the response has a new code.",
  requires: "members:manage",
  sensitive: true,
  params: DomainParams,
  body: Type.Object(
    {
      email: Email,
      role: Type.Enum(ROLES),
      confirmed: Type.Optional(
        Type.Boolean({
          description: "Confirms that every way to sign in ends, if `confirmation_required` was answered.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  bodyExample: { email: "jon.berg@northwind.example", role: "analyst" },
  reply: Type.Object({ account_id: Uuid, invitation_code: nullable(Text) }),
  replyExample: {
    account_id: "018f2f6e-0000-7000-8000-0000000000a2",
    invitation_code: "7KQ2M-3HT9V-XW4RB-8NCPD-26FGZ",
  },
  failures: ["last_owner", "account_exists", "account_disabled", "confirmation_required"],
});

export const setMemberRole = adminEndpoint({
  method: "PUT",
  path: `${DOMAIN_PATH}/members/:account_id`,
  operationId: "setMemberRole",
  tag: "Members",
  summary: "Change the role of a member",
  description: "Changes the role of a member, effective with the next request. The last owner stays one.",
  requires: "members:manage",
  sensitive: true,
  params: MemberParams,
  body: RoleBody,
  bodyExample: { role: "admin" },
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: ["member_not_found", "last_owner", "account_disabled"],
});

export const removeMember = adminEndpoint({
  method: "DELETE",
  path: `${DOMAIN_PATH}/members/:account_id`,
  operationId: "removeMember",
  tag: "Members",
  summary: "Remove a member",
  description:
    "Removes a member from the domain, effective with the next request. The account stays; the invitation of a person who has not joined is withdrawn, unless it leads to other rights too.",
  requires: "members:manage",
  sensitive: true,
  params: MemberParams,
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: ["member_not_found", "last_owner"],
});

export const acceptInvitation = adminEndpoint({
  method: "POST",
  path: "/invitation",
  operationId: "acceptInvitation",
  tag: "Session",
  summary: "Accept an invitation",
  description: "Chooses the password of an invited account with the code of the invitation, and signs in.",
  requires: "nothing",
  body: Type.Object(
    { code: Type.String({ minLength: 1, maxLength: 64 }), name: Type.Optional(Name), password: NewPassword },
    { additionalProperties: false },
  ),
  bodyExample: { code: "7KQ2M-3HT9V-XW4RB-8NCPD-26FGZ", password: "a long sentence of my own" },
  reply: SignedIn,
  replyExample: SIGNED_IN_EXAMPLE,
  failures: ["invalid_code"],
});
