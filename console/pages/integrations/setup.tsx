import { type ReactElement, useState } from "react";
import { useChange, useRead } from "../../api/hooks.ts";
import { useSession } from "../../app/session.ts";
import { showFailure, showToast } from "../../app/toasts.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Time } from "../../ui/time.tsx";
import { ConnectionTest } from "./connection-test.tsx";
import { AFFECTED, type IntegrationSetup } from "./integration-setup.ts";
import { SettingsForm } from "./settings-form.tsx";
import { statusReason } from "./status-reason.ts";

const POLL_MS = 10_000;

/** What an administrator does with an integration: settings, test, switch, poll. */
export function Setup({ connectorType }: { readonly connectorType: string }): ReactElement {
  const params = { connector_type: connectorType };
  const setup = useRead("getIntegrationSetup", { params }, { refetchInterval: POLL_MS });
  const { account } = useSession();
  return (
    <Loaded query={setup} lines={8}>
      {(known) => (
        <>
          {known.status !== "not_configured" && <State setup={known} />}
          {known.is_polled && known.operator_only && !account.is_operator ? (
            <Card title="Settings">
              <p className="secondary">
                Only an operator of the installation can set this up: it reads files of the server.
              </p>
            </Card>
          ) : (
            known.is_polled && <SettingsForm setup={known} />
          )}
          {!known.is_polled && (
            <Card title="Settings">
              <p className="secondary">
                Rows of this type are delivered to the ingest API with a key that has the scope ingest:write. There is
                nothing to set up here.
              </p>
            </Card>
          )}
          {known.is_polled && known.status !== "not_configured" && <ConnectionTest connectorType={connectorType} />}
        </>
      )}
    </Loaded>
  );
}

function State({ setup }: { readonly setup: IntegrationSetup }): ReactElement {
  return (
    <Card title="State" aside={<Actions setup={setup} />}>
      <p>
        <ForeignText value={statusReason(setup)} />
      </p>
      <KeyValues
        items={[
          ["Last success", <Time key="success" value={setup.last_success_at} />],
          ...(setup.is_polled
            ? ([
                ["Last poll", <Time key="poll" value={setup.polled_at} />],
                [
                  "Next poll",
                  setup.next_poll_at === null ? "Not scheduled" : <Time key="next" value={setup.next_poll_at} />,
                ],
              ] as const)
            : []),
        ]}
      />
      {setup.notes.length > 0 && (
        <ul className="stack-s small">
          {setup.notes.map(({ at, text }) => (
            <li key={`${at} ${text}`}>
              <Time value={at} /> <ForeignText value={text} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Actions({ setup }: { readonly setup: IntegrationSetup }): ReactElement {
  const params = { connector_type: setup.connector_type };
  const poll = useChange("pollIntegration", AFFECTED);
  const change = useChange("setIntegrationEnabled", AFFECTED);
  const [removing, setRemoving] = useState(false);
  const setEnabled = (enabled: boolean): void =>
    change.mutate(
      { params, body: { enabled } },
      {
        onSuccess: () => showToast(enabled ? "Enabled." : "Disabled.", { undo: () => setEnabled(!enabled) }),
        onError: (error) => showFailure("Nothing was changed.", error),
      },
    );
  return (
    <span className="row no-print">
      {setup.is_polled && setup.enabled && (
        <Button
          small
          busy={poll.isPending}
          onClick={() =>
            poll.mutate(
              { params },
              {
                onSuccess: () => showToast("The poll starts within seconds."),
                onError: (error) => showFailure("It is not polled now.", error),
              },
            )
          }
        >
          Poll now
        </Button>
      )}
      <Button small busy={change.isPending} onClick={() => setEnabled(!setup.enabled)}>
        {setup.enabled ? "Disable" : "Enable"}
      </Button>
      <Button small look="danger" onClick={() => setRemoving(true)}>
        Remove…
      </Button>
      {removing && <RemoveDialog setup={setup} onClose={() => setRemoving(false)} />}
    </span>
  );
}

interface RemoveDialogProps {
  readonly setup: IntegrationSetup;
  onClose(): void;
}

function RemoveDialog({ setup, onClose }: RemoveDialogProps): ReactElement {
  const remove = useChange("removeIntegration", AFFECTED);
  const confirm = async (): Promise<void> => {
    await remove.mutateAsync({ params: { connector_type: setup.connector_type } });
    // The dialog is gone by now, as is the card of an integration that is not set up.
    showToast("The integration is removed.");
    onClose();
  };
  return (
    <ConfirmDialog
      title="Remove the integration"
      action="Remove"
      change={remove}
      onConfirm={() => void confirm().catch(() => undefined)}
      onClose={onClose}
    >
      <p className="secondary">Its settings, secrets and polls are deleted. The rows that it delivered stay.</p>
    </ConfirmDialog>
  );
}
