import { type ReactElement, type SubmitEvent, useState } from "react";
import { useChange } from "../../api/hooks.ts";
import { EntryProblem } from "../../app/entry/entry-card.tsx";
import { showToast } from "../../app/toasts.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Check, TextAreaField, TextField } from "../../ui/field.tsx";
import { sentence } from "../../ui/states.tsx";
import { sentenceCase } from "../../words.ts";
import { AFFECTED, type IntegrationSetup } from "./integration-setup.ts";

type Field = IntegrationSetup["fields"][number];

/** The form of the settings that a connector declares. Stored secrets are never shown: a field left empty keeps them. */
export function SettingsForm({ setup }: { readonly setup: IntegrationSetup }): ReactElement {
  const { connector_type, fields, status } = setup;
  const [restart, setRestart] = useState(false);
  const configure = useChange("configureIntegration", AFFECTED);
  const isNew = status === "not_configured";
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const valuesOf = (isSecret: boolean): Record<string, string> =>
      Object.fromEntries(
        fields.filter(({ is_secret }) => is_secret === isSecret).flatMap((field) => changedValue(field, form, setup)),
      );
    configure.mutate(
      {
        params: { connector_type },
        body: { settings: valuesOf(false), secrets: valuesOf(true), ...(restart && { restart }) },
      },
      {
        onSuccess: () => {
          for (const input of element.querySelectorAll<HTMLInputElement>("[data-secret]")) input.value = "";
          setRestart(false);
          showToast(isNew ? "The integration is set up. Test it now." : "The settings are saved.");
        },
      },
    );
  };
  return (
    <Card title="Settings">
      <form className="stack" onSubmit={submit}>
        {fields.length === 0 && <p className="secondary">This integration needs no settings.</p>}
        <div className="integration-fields">
          {fields.map((field) => (
            <SettingField key={field.name} field={field} setup={setup} />
          ))}
        </div>
        {!isNew && <Check label="Read everything again from the start" checked={restart} onChange={setRestart} />}
        <EntryProblem
          error={configure.error}
          labels={Object.fromEntries(fields.map(({ name }) => [name, labelOf(name)]))}
        />
        <div>
          <Button type="submit" look={isNew ? "primary" : undefined} busy={configure.isPending}>
            {isNew ? "Set up" : "Save"}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Returns the entry of a field to send: none for a secret or an optional setting that was left empty. */
function changedValue({ name }: Field, form: FormData, { settings }: IntegrationSetup): [string, string][] {
  const value = String(form.get(name) ?? "").trim();
  return value === "" && !Object.hasOwn(settings, name) ? [] : [[name, value]];
}

const ABBREVIATION = /\b(?:api|url|json|ip|aws)\b/gi;

/** Returns `api_token` as "API token". */
const labelOf = (name: string): string => sentenceCase(name).replace(ABBREVIATION, (word) => word.toUpperCase());

interface SettingFieldProps {
  readonly field: Field;
  readonly setup: IntegrationSetup;
}

function SettingField({ field, setup }: SettingFieldProps): ReactElement {
  const { name, meaning, is_secret, is_required, is_multiline, default: usual } = field;
  const isStored = setup.secrets_set.includes(name);
  const label = `${labelOf(name)}${is_required ? "" : " (optional)"}`;
  const common = { label, name, hint: sentence(meaning), spellCheck: false };
  if (is_secret) {
    const secret = {
      ...common,
      "data-secret": true,
      placeholder: isStored ? "Stored; enter a new one to replace it" : "",
      required: is_required && !isStored,
    };
    if (is_multiline) return <TextAreaField {...secret} rows={4} className="input input-masked" autoComplete="off" />;
    return <TextField {...secret} type="password" autoComplete="new-password" />;
  }
  const shown = {
    ...common,
    defaultValue: setup.settings[name] ?? "",
    placeholder: usual ?? "",
    required: is_required,
  };
  return is_multiline ? <TextAreaField {...shown} rows={4} /> : <TextField {...shown} />;
}
