import { ShieldAlert, ShieldCheck } from "lucide-react";
import type { ReactElement } from "react";
import { useChange } from "../../../api/hooks.ts";
import { showFailure } from "../../../app/toasts.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { sentence } from "../../../ui/states.tsx";
import type { AuditScope } from "./audit-pages.ts";

/** Has the server compute the hash of every entry again, and shows the result. */
export function VerifyAudit({ scope }: { readonly scope: AuditScope }): ReactElement {
  const verify = useChange(scope === "domain" ? "verifyAudit" : "verifyInstallationAudit", []);
  const result = verify.data;
  return (
    <span className="row">
      <span role="status">
        {result &&
          (result.broken_at === null ? (
            <Badge tone="good" icon={ShieldCheck}>{`${result.entries} entries, unaltered`}</Badge>
          ) : (
            <span className="row">
              <Badge tone="critical" icon={ShieldAlert}>{`Broken at entry ${result.broken_at}`}</Badge>
              {result.reason !== null && (
                <span className="small">
                  <ForeignText value={sentence(result.reason)} max={200} />
                </span>
              )}
            </span>
          ))}
      </span>
      <Button
        busy={verify.isPending}
        onClick={() => verify.mutate({}, { onError: (error) => showFailure("The log was not verified.", error) })}
      >
        Verify
      </Button>
    </span>
  );
}
