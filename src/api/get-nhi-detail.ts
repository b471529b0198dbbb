import { readinessOf } from "../access/require-ready.ts";
import type { getNhiDetail } from "../contract/nhi.ts";
import { answerOf } from "../http/answer.ts";
import { Failure } from "../model/failure.ts";
import { renderNhiPlaceholder, withoutCluster } from "../model/nhi.ts";
import { findNhi } from "../store/people/nhi.ts";
import type { Handler } from "./handler.ts";

export const handleGetNhiDetail: Handler<typeof getNhiDetail> = async (caller, { params }) => {
  const found = await findNhi(caller.db, params.nuid);
  if (!found) throw new Failure("nhi_not_found", "there is no such non-human identity");
  if (found.detail === null) return answerOf(renderNhiPlaceholder(found.item));
  // Clusters that are not ready never block an identity: it is shown without one.
  const clusters = await readinessOf(caller, "nhi-clusters");
  return answerOf(clusters.ready ? found.detail : withoutCluster(found.detail));
};
