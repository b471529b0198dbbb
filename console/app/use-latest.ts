import { useRef, useState } from "react";

type Functions<T> = { readonly [K in keyof T]: (...args: never[]) => unknown };

/** Returns functions that stay the same while a component is shown, and call those of its last rendering. */
export function useLatest<T extends Functions<T>>(functions: T): T {
  const latest = useRef(functions);
  latest.current = functions;
  const [stable] = useState(() => {
    const entries = Object.keys(functions).map((name) => {
      const callLatest = (...args: never[]): unknown => latest.current[name as keyof T](...args);
      return [name, callLatest] as const;
    });
    return Object.fromEntries(entries) as unknown as T;
  });
  return stable;
}
