import "./field.css";
import { type InputHTMLAttributes, type ReactElement, type ReactNode, type TextareaHTMLAttributes, useId } from "react";

interface Labeled {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

interface WrappedProps extends Labeled {
  readonly id: string;
  readonly children: ReactNode;
}

function Wrapped({ id, label, hint, error, children }: WrappedProps): ReactElement {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span className="field-error" id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

function describedBy(id: string, { hint, error }: Labeled): string | undefined {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(" ");
}

/** An input of one line with its label. */
export function TextField({ label, hint, error, ...rest }: Labeled & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Wrapped id={id} label={label} hint={hint} error={error}>
      <input
        id={id}
        className="input"
        autoComplete="off"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describedBy(id, { label, hint, error })}
        {...rest}
      />
    </Wrapped>
  );
}

/** An input of several lines with its label. */
export function TextAreaField({ label, hint, error, ...rest }: Labeled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const ownId = useId();
  const id = rest.id ?? ownId;
  return (
    <Wrapped id={id} label={label} hint={hint} error={error}>
      <textarea id={id} className="input" aria-describedby={describedBy(id, { label, hint, error })} {...rest} />
    </Wrapped>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps extends Labeled {
  readonly value: string;
  readonly options: readonly Option[];
  onChange(value: string): void;
}

/** A choice of one option with its label. */
export function SelectField({ label, hint, error, value, options, onChange }: SelectFieldProps): ReactElement {
  const id = useId();
  return (
    <Wrapped id={id} label={label} hint={hint} error={error}>
      <select id={id} className="input" value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Wrapped>
  );
}

interface CheckProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly disabled?: boolean;
  onChange(checked: boolean): void;
}

/** A check box with its label. */
export function Check({ label, checked, disabled = false, onChange }: CheckProps): ReactElement {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}
