/** A value outside the component tree that components can subscribe to. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  subscribe(this: void, onChange: () => void): () => void;
}

/** Creates a store. Its functions can be passed to `useSyncExternalStore`. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
