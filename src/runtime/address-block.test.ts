import { expect, it } from "vitest";
import { addressIn, networkOf } from "./address-block.ts";

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::ffff:c000:207", "192.0.2.7"],
  ["0:0:0:0:0:FFFF:C000:0207", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:0db8:0001::ffff:0:0:1", "2001:db8:1:0::/64"],
  ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["no address", "no address"],
])("one caller is known by what it controls: %s is of %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["192.0.2.7:40000", "192.0.2.7"],
  ["[2001:db8::7]:40000", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["2001:db8::7", "2001:db8::7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["unknown", undefined],
  ["_hidden", undefined],
  ["192.0.2.7:40000:1", undefined],
  ["[192.0.2", undefined],
  ["", undefined],
])("the address of a forwarded '%s' is %s", (text, address) => {
  expect(addressIn(text)).toBe(address);
});
