import "./filter-bar.css";
import { Search, X } from "lucide-react";
import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { useUrlState } from "../app/url-state.ts";
import { Button } from "./button.tsx";
import type { Option } from "./field.tsx";
import { IconMark } from "./icon.tsx";

interface FilterBarProps {
  /** The parameters of the address that "Clear" removes. */
  readonly names: readonly string[];
  readonly children: ReactNode;
}

/** The filters of a list. Their values are in the address, so a link shows the same view. */
export function FilterBar({ names, children }: FilterBarProps): ReactElement {
  const [values, change] = useUrlState();
  const isSet = names.some((name) => values.has(name));
  return (
    <search className="filter-bar no-print">
      {children}
      {isSet && (
        <Button look="plain" icon={X} onClick={() => change(Object.fromEntries(names.map((name) => [name, null])))}>
          Clear
        </Button>
      )}
    </search>
  );
}

interface SelectFilterProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  /** The option without a value. */
  readonly any?: string;
}

/** A filter with a fixed set of values. */
export function SelectFilter({ name, label, options, any = "Any" }: SelectFilterProps): ReactElement {
  const [values, change] = useUrlState();
  const value = values.get(name) ?? "";
  return (
    <label className={value === "" ? "filter" : "filter filter-set"}>
      {label}
      <select value={value} onChange={({ target }) => change({ [name]: target.value || null })}>
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TextFilterProps {
  readonly name: string;
  readonly label: string;
}

const PAUSE_MS = 300;

/** A filter with free text, which applies when typing pauses. `/` focuses the first one of a page. */
export function TextFilter({ name, label }: TextFilterProps): ReactElement {
  const [values, change] = useUrlState();
  const value = values.get(name) ?? "";
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => change({ [name]: typed.trim() || null }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, name, change]);
  return (
    <label className={value === "" ? "filter" : "filter filter-set"}>
      <IconMark icon={Search} label={label} />
      <input
        type="search"
        data-search
        value={typed}
        placeholder={label}
        maxLength={320}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
    </label>
  );
}
