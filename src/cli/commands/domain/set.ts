import { updateDomain } from "../../../actions/update-domain.ts";
import { type DomainSwitches, findOwnDomain } from "../../../store/domains/domains.ts";
import { type Command, DOMAIN_OPERAND, type Invocation } from "../../command.ts";
import { describeDomain } from "../../domain/describe-domain.ts";
import { operatorContext } from "../../operator-context.ts";
import { readAddresses } from "../../read-addresses.ts";
import { UsageError } from "../../usage-error.ts";
import { getDomain, withDatabase } from "../../with-database.ts";

export const command: Command = {
  operands: [DOMAIN_OPERAND],
  options: {
    "external-api": { value: "on|off", meaning: "off: every request with a key of the domain gets 403" },
    "allow-address": { value: "CIDR,…", meaning: "addresses or CIDR blocks that the domain's keys may be used from" },
    "never-expiring-keys": { value: "on|off", meaning: "off: every new key must have an expiry" },
  },
  flags: { "any-address": "the domain's keys may be used from anywhere, unless a key itself is limited" },
  examples: [
    "parapet domain set northwind --external-api off",
    "parapet domain set northwind --allow-address 10.0.0.0/8,203.0.113.7",
    "parapet domain set northwind --any-address",
  ],
  run: (invocation) => {
    const { operands, terminal, json } = invocation;
    const [name = ""] = operands;
    const changes = readChanges(invocation);
    return withDatabase(invocation, async (database) => {
      const db = await getDomain(database, name);
      const isChanged = await updateDomain(operatorContext(db), changes);
      const domain = await findOwnDomain(db);
      if (json && domain) terminal.data(JSON.stringify(describeDomain(domain)));
      terminal.note(
        isChanged
          ? `Domain '${name}' is changed, effective with the next request.`
          : `Domain '${name}' is unchanged: it has these values already.`,
      );
      return 0;
    });
  },
};

function readChanges({ options, flags }: Invocation): Partial<DomainSwitches> {
  const externalApi = readSwitch("--external-api", options["external-api"]);
  const neverExpiring = readSwitch("--never-expiring-keys", options["never-expiring-keys"]);
  const addresses = options["allow-address"];
  if (addresses !== undefined && flags.has("any-address")) {
    throw new UsageError("expected either --allow-address or --any-address");
  }
  const changes = {
    ...(externalApi !== undefined && { externalApiDisabled: !externalApi }),
    ...(neverExpiring !== undefined && { keysMayNeverExpire: neverExpiring }),
    ...(addresses !== undefined && { allowedAddresses: readAddresses("--allow-address", addresses) }),
    ...(flags.has("any-address") && { allowedAddresses: [] }),
  };
  if (Object.keys(changes).length > 0) return changes;
  throw new UsageError("expected --external-api, --allow-address, --any-address or --never-expiring-keys");
}

function readSwitch(option: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === "on" || text === "off") return text === "on";
  throw new UsageError(`${option}: '${text}' is not on or off`);
}
