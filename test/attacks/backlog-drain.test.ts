import { setTimeout as sleep } from "node:timers/promises";
import { attackTest, type Target } from "./support/attack-test.ts";

const DELIVERIES = 20;
const ROWS = 500;

/** Sign-ins of few people from few addresses, so that every counting detector has matches. */
function signIns(delivery: number): string {
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const n = delivery * ROWS + index;
    return JSON.stringify({
      TimeGenerated: new Date(Date.now() - 3_600_000 + n * 100).toISOString(),
      UserPrincipalName: `person.${n % 50}@attacker.example`,
      AppDisplayName: `App ${n % 7}`,
      IPAddress: `203.0.113.${n % 40}`,
      ResultType: n % 3 === 0 ? "50126" : "0",
      Id: `attack-${n}`,
    });
  });
  return lines.join("\n");
}

async function deliver({ port, keys }: Target, body: string): Promise<void> {
  for (;;) {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/v1/ingest/tables/SigninLogs`, {
      method: "POST",
      headers: { "x-api-key": keys[0] ?? "", "content-type": "application/x-ndjson" },
      body,
    });
    if (status === 200) return;
    if (status !== 429 && status !== 503) throw new Error(`the delivery was answered ${status}`);
    await sleep(200);
  }
}

attackTest("a backlog of 10,000 sign-ins that drains", {}, async (target) => {
  for (let n = 0; n < DELIVERIES; n++) await deliver(target, signIns(n));
  await sleep(2_000);
});
