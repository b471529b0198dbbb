import type { ReactElement } from "react";
import { SelectField, TextField } from "../../../ui/field.tsx";
import type { Parameter } from "./api-document.ts";

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  onChange(value: string): void;
}

/** The input of one parameter: a choice if its values are known, otherwise text. */
export function ParameterField({ parameter, value, onChange }: ParameterFieldProps): ReactElement {
  const { name, required = false, description, schema = {} } = parameter;
  const hint = description?.replaceAll("`", "");
  if (schema.enum) {
    const options = [{ value: "", label: "Any" }, ...schema.enum.map((word) => ({ value: word, label: word }))];
    return <SelectField label={name} value={value} options={options} hint={hint} onChange={onChange} />;
  }
  return (
    <TextField
      label={name}
      value={value}
      hint={hint}
      required={required}
      spellCheck={false}
      placeholder={placeholderOf(schema)}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function placeholderOf({ default: usual, format, items }: NonNullable<Parameter["schema"]>): string {
  if (usual !== undefined) return String(usual);
  return items?.enum?.join(",") ?? format ?? "";
}
