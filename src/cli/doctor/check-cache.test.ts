import { expect, it } from "vitest";
import { describeCache } from "./check-cache.ts";

it("a cache that holds the indexes of hits is described, a smaller one is a warning that names the remedy", () => {
  expect(describeCache({ cacheBytes: 134_217_728, indexBytes: 134_217_728 })).toBe(
    "shared_buffers 128.0 MiB, indexes of hits 128.0 MiB",
  );
  expect(describeCache({ cacheBytes: 134_217_728, indexBytes: 1_258_291_200 })).toEqual({
    warning: expect.stringMatching(/^shared_buffers 128\.0 MiB, indexes of hits 1200\.0 MiB; .*docs\/scaling\.md/),
  });
});
