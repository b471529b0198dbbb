import { expect, it } from "vitest";
import { runCommand } from "../../../../test/support/run-command.ts";

it.each(["a\u001b[2Jb", "a\nb", "a\u202eb", "a\u009bb"])(
  "the name %j is refused with the option's name",
  async (name) => {
    const { code, stdout, stderr } = await runCommand(["key", "create", "--domain", "northwind", "--name", name]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^parapet: --name is '.*', which contains control characters; leave them out/s);
  },
);
