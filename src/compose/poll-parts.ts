import { createAddressRules } from "../connectors/http/address-rules.ts";
import { findPullConnector } from "../connectors/pull-connectors.ts";
import type { PollParts } from "../pipeline/poll/poll-connector.ts";
import { systemChance } from "../runtime/chance.ts";
import type { Clock } from "../runtime/clock.ts";
import { createSealer } from "../runtime/encryption.ts";
import { systemSleep } from "../runtime/sleep.ts";
import { SEALING_PURPOSE } from "../store/connectors/connector-settings.ts";

export interface ConnectorParts {
  readonly clock: Clock;
  readonly pepper: string;
  /** Private addresses or CIDR blocks that connectors may reach. */
  readonly addresses: readonly string[];
}

/** Creates what a poll of a connector needs from its environment. */
export function composePollParts({ clock, pepper, addresses }: ConnectorParts): PollParts {
  return {
    clock,
    chance: systemChance,
    sleep: systemSleep,
    sealer: createSealer(pepper, SEALING_PURPOSE),
    addresses: createAddressRules(addresses),
    findConnector: findPullConnector,
  };
}
