/** Runs the work of one name one piece at a time; different names do not wait for each other. */
export type SerializeByName = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export function createSerializer(): SerializeByName {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const earlier = last.get(name) ?? Promise.resolve();
    const mine = earlier.then(work, work);
    last.set(name, mine);
    const forget = () => {
      if (last.get(name) === mine) last.delete(name);
    };
    mine.then(forget, forget);
    return mine;
  };
}
