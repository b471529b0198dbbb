import { useMutation } from "@tanstack/react-query";
import { type ReactElement, type SubmitEvent, useState, useSyncExternalStore } from "react";
import { EntryProblem } from "../../../app/entry/entry-card.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CodeBlock, CodeLine } from "../../../ui/code-line.tsx";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { KeyValues } from "../../../ui/key-values.tsx";
import type { ApiOperation } from "./api-document.ts";
import { curlOf, type RequestInput, send, type TriedResponse } from "./api-request.ts";
import { Method } from "./method.tsx";
import { ParameterField } from "./parameter-field.tsx";
import { pastedKey } from "./pasted-key.ts";

/** One operation: its parameters, the command that calls it, and what the server responds. */
export function TryOperation({ operation }: { readonly operation: ApiOperation }): ReactElement {
  const key = useSyncExternalStore(pastedKey.subscribe, pastedKey.get);
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [body, setBody] = useState(operation.bodyExample);
  const input: RequestInput = { values, body };
  const request = useMutation({ mutationFn: () => send(operation, input, key.trim()) });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    request.mutate();
  };
  return (
    <div className="stack">
      <Card title={operation.summary} aside={operation.scope !== null && <Badge>{operation.scope}</Badge>}>
        <p className="api-path">
          <Method method={operation.method} /> <code>{operation.path}</code>
        </p>
        <p className="secondary api-description">{operation.description.replaceAll("`", "")}</p>
        <form className="stack" onSubmit={submit}>
          <div className="api-parameters">
            {operation.parameters.map((parameter) => (
              <ParameterField
                key={parameter.name}
                parameter={parameter}
                value={values.get(parameter.name) ?? ""}
                onChange={(value) => setValues(new Map(values).set(parameter.name, value))}
              />
            ))}
          </div>
          {body !== null && (
            <TextAreaField
              label="Body"
              rows={6}
              spellCheck={false}
              value={body}
              onChange={({ target }) => setBody(target.value)}
            />
          )}
          <TextField
            label="API key"
            type="password"
            value={key}
            placeholder="ppt_…"
            spellCheck={false}
            required
            hint="Kept in memory until you leave or reload the console."
            onChange={({ target }) => pastedKey.set(target.value)}
          />
          <CodeLine text={curlOf(operation, input)} what="the command" />
          <EntryProblem error={request.error} />
          <div>
            <Button type="submit" look="primary" busy={request.isPending}>
              Send request
            </Button>
          </div>
        </form>
      </Card>
      <div aria-live="polite">{request.data && <Response response={request.data} />}</div>
    </div>
  );
}

const MAX_SHOWN = 100_000;

function Response({ response }: { readonly response: TriedResponse }): ReactElement {
  const { status, statusText, milliseconds, headers, text } = response;
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n…` : text;
  return (
    <Card
      title="Response"
      aside={
        <span className="row">
          <Badge tone={status < 300 ? "good" : "high"}>{`${status} ${statusText}`}</Badge>
          <span className="muted small number">{milliseconds} ms</span>
        </span>
      }
    >
      <KeyValues items={headers.map(([name, value]) => [name, <code key={name}>{value}</code>])} />
      {shown !== "" && <CodeBlock text={shown} label="Body of the response" />}
    </Card>
  );
}
