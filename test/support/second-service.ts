import type { Parts, Service } from "../../src/compose.ts";
import { type AskOptions, composeTestService, inject, type TestReply, type TestService } from "./service.ts";

export interface SecondService {
  readonly service: Service;
  ask(path: string, options?: AskOptions): Promise<TestReply>;
  stop(): Promise<void>;
}

/**
 * Starts a second service on the database and clock of the first; it shares nothing else with it, like another process.
 */
export async function startSecondService(first: TestService, parts: Partial<Parts> = {}): Promise<SecondService> {
  const service = composeTestService({ database: first.database, clock: () => first.clock.now, ...parts });
  await service.app.ready();
  return { service, ask: (path, options = {}) => inject(service, path, options), stop: () => service.close() };
}
