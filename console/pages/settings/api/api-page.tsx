import "./api.css";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { useUrlState } from "../../../app/url-state.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { type ApiOperation, useApiOperations } from "./api-document.ts";
import { Method } from "./method.tsx";
import { TryOperation } from "./try-operation.tsx";

/** The operations of the public API, each of which can be tried with a key. */
export function ApiPage(): ReactElement {
  const operations = useApiOperations();
  const [values] = useUrlState();
  return (
    <SettingsFrame
      section="API"
      lead={
        <>
          Try the operations of the public API with a key. The <a href="/docs">reference</a> describes every response,
          error and limit.
        </>
      }
    >
      <Loaded query={operations} lines={12}>
        {(all) => {
          const chosen = all.find(({ id }) => id === values.get("operation")) ?? all[0];
          return (
            <div className="api-grid">
              <OperationList operations={all} chosen={chosen?.id} />
              {chosen && <TryOperation key={chosen.id} operation={chosen} />}
            </div>
          );
        }}
      </Loaded>
    </SettingsFrame>
  );
}

interface OperationListProps {
  readonly operations: readonly ApiOperation[];
  readonly chosen: string | undefined;
}

function OperationList({ operations, chosen }: OperationListProps): ReactElement {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <nav className="api-operations no-print" aria-label="Operations">
      {tags.map((tag) => (
        <div key={tag}>
          <h2 className="api-tag">{tag}</h2>
          <ul>
            {operations
              .filter((operation) => operation.tag === tag)
              .map(({ id, method, summary }) => (
                <li key={id}>
                  <Link
                    href={`/settings/api?operation=${id}`}
                    className="nav-link"
                    aria-current={id === chosen ? "page" : undefined}
                  >
                    <Method method={method} />
                    {summary}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
