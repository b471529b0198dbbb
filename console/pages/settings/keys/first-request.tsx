import { CircleCheck, LoaderCircle } from "lucide-react";
import type { ReactElement } from "react";
import { useRead } from "../../../api/hooks.ts";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { IconMark } from "../../../ui/icon.tsx";
import { Time } from "../../../ui/time.tsx";

const POLL_MS = 2_000;

/** Waits for the first request with a key and shows when it came and from where. */
export function FirstRequest({ keyId }: { readonly keyId: string }): ReactElement {
  const keys = useRead("listKeys", {}, { refetchInterval: POLL_MS });
  const key = keys.data?.items.find(({ key_id }) => key_id === keyId);
  const usedAt = key?.last_used_at ?? null;
  return (
    <p className="first-request small" role="status">
      {usedAt === null ? (
        <>
          <IconMark icon={LoaderCircle} /> <span className="muted">Waiting for the first request…</span>
        </>
      ) : (
        <>
          <IconMark icon={CircleCheck} />
          <span>
            First request at <Time value={usedAt} format="full" /> from <ForeignText value={key?.last_used_ip} />
          </span>
        </>
      )}
    </p>
  );
}
