import { isAddressBlock } from "../runtime/address-block.ts";
import { UsageError } from "./usage-error.ts";

/** Parses a comma-separated list of addresses and CIDR blocks. */
export function readAddresses(option: string, text: string): readonly string[] {
  // An empty part is refused too: dropping it could leave an empty list, which allows any address.
  const blocks = text.split(",").map((block) => block.trim());
  const bad = blocks.find((block) => !isAddressBlock(block));
  if (bad !== undefined) throw new UsageError(`${option}: '${bad}' is not an address or CIDR block`);
  return blocks;
}
