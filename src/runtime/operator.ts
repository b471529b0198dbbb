import { hostname, userInfo } from "node:os";

/** Returns the user who runs this process, and the machine, as the actor of an audit entry. */
export function currentOperator(): { readonly kind: "operator"; readonly id: string; readonly origin: string } {
  return { kind: "operator", id: userName(), origin: `cli@${hostname()}` };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id that has no name.
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
