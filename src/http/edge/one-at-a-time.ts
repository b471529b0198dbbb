import { Failure } from "../../model/failure.ts";

/** Runs costly work of one name only once at a time: while it runs, further requests for it are refused with 503. */
export type OneAtATime = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export function createOneAtATime(): OneAtATime {
  const running = new Set<string>();
  return async (name, work) => {
    if (running.has(name)) throw alreadyRunning();
    running.add(name);
    try {
      return await work();
    } finally {
      running.delete(name);
    }
  };
}

const alreadyRunning = () =>
  new Failure("unavailable", "this is running already; try again when it has ended", {}, { "retry-after": "5" });
