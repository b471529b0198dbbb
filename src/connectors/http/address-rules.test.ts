import { describe, expect, test } from "vitest";
import { createAddressRules } from "./address-rules.ts";

const rules = createAddressRules();

describe("an internal address is refused", () => {
  test.each([
    "127.0.0.1",
    "127.8.8.8",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "2002:7f00:1::",
    "2001:db8::1",
    "not an address",
    "",
  ])("%s", (address) => expect(rules.mayReach(address)).toBe(false));
});

test.each(["8.8.8.8", "20.190.128.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a01:111:f400::1"])(
  "a public address is reached: %s",
  (address) => {
    expect(rules.mayReach(address)).toBe(true);
    expect(rules.isTrusted(address)).toBe(false);
  },
);

test("an allowed address is reached and trusted, its neighbors are not", () => {
  const own = createAddressRules(["10.20.0.0/16", "192.168.7.7", "fd00:1::/32", "::1"]);
  for (const address of ["10.20.3.4", "::ffff:10.20.3.4", "192.168.7.7", "fd00:1:2::3", "::1"]) {
    expect(own.mayReach(address)).toBe(true);
    expect(own.isTrusted(address)).toBe(true);
  }
  for (const address of ["10.21.0.1", "192.168.7.8", "fd00:2::1", "127.0.0.1"])
    expect(own.mayReach(address)).toBe(false);
});
