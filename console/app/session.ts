import { createContext, useContext } from "react";
import type { OperationId, ReplyOf } from "../api/call.ts";
import { OPERATIONS } from "../api/operations.ts";

export type Session = ReplyOf<"getSession">;
export type Domain = Session["domains"][number];

/** The key under which the session is kept. */
export const SESSION_KEY = ["session"] as const;

export const SessionContext = createContext<Session | null>(null);
export const DomainContext = createContext<Domain | null>(null);

/** Returns who is signed in. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("nobody is signed in here");
  return session;
}

/** Returns the domain in the address, with the role of the person in it. */
export function useDomain(): Domain {
  const domain = useContext(DomainContext);
  if (!domain) throw new Error("there is no domain here");
  return domain;
}

/** Returns whether a role allows an operation. */
export function mayCall(role: Domain["role"], operation: OperationId): boolean {
  const roles: readonly string[] | null = OPERATIONS[operation].roles;
  return roles === null || roles.includes(role);
}

/** Returns whether the role of the person allows an operation on the current domain. The server decides; this only hides. */
export function useMay(operation: OperationId): boolean {
  return mayCall(useDomain().role, operation);
}
