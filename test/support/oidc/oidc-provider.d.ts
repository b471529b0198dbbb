declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface TokenContext {
    readonly oidc?: { readonly route?: string };
    body?: { id_token?: string };
  }

  /** The part of the package that tests use; it has no types of its own. */
  export class Provider {
    constructor(issuer: string, configuration: unknown);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    use(middleware: (ctx: TokenContext, next: () => Promise<void>) => Promise<void>): void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: unknown): Promise<void>;
  }
}
