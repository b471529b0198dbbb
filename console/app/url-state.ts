import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";

/** Changes parameters of the address; null removes one. */
type ChangeUrl = (changes: Readonly<Record<string, string | null>>) => void;

/** Returns the parameters of the address and a function that changes them without leaving the page. */
export function useUrlState(): readonly [URLSearchParams, ChangeUrl] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const values = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback<ChangeUrl>(
    // The address is read when it changes, so the function stays the same while only parameters do.
    (changes) => navigate(path + withChanges(location.search, changes), { replace: true }),
    [path, navigate],
  );
  return [values, change];
}

/** Returns the search part of an address with some parameters changed. */
export function withChanges(search: string, changes: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text && `?${text}`;
}
