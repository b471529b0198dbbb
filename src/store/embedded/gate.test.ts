import { expect, test } from "vitest";
import { Gate } from "./gate.ts";

test("only one session holds the gate, and the others acquire it in the order of their arrival", async () => {
  const gate = new Gate();
  const order: number[] = [];
  let inside = 0;
  const use = async (session: number) => {
    const release = await gate.acquire();
    inside += 1;
    expect(inside).toBe(1);
    order.push(session);
    await new Promise((resolve) => setTimeout(resolve, 1));
    inside -= 1;
    release();
  };
  await Promise.all([1, 2, 3, 4, 5].map(use));
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(gate.isBusy).toBe(false);
});

test("releasing twice does not admit two waiters", async () => {
  const gate = new Gate();
  const release = await gate.acquire();
  const second = gate.acquire();
  const third = gate.acquire();
  release();
  release();
  const releaseSecond = await second;
  const isThirdIn = await Promise.race([third.then(() => true), Promise.resolve(false)]);
  expect(isThirdIn).toBe(false);
  releaseSecond();
  (await third)();
});

test("a newcomer does not overtake the waiter the gate was passed to", async () => {
  const gate = new Gate();
  const order: string[] = [];
  const release = await gate.acquire();
  const waiting = gate.acquire().then((done) => {
    order.push("waiting");
    done();
  });
  release();
  const newcomer = gate.acquire().then((done) => {
    order.push("newcomer");
    done();
  });
  await Promise.all([waiting, newcomer]);
  expect(order).toEqual(["waiting", "newcomer"]);
});
