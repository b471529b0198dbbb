import type { Connector, ConnectorWorld, Json, PulledPage } from "../connector.ts";
import { ConnectorProblem } from "../connector-problem.ts";
import { isObject } from "../http/read-json.ts";
import { MICROSOFT_LOGIN_SETTINGS } from "../microsoft-login.ts";
import { pageOf } from "../pulled-page.ts";
import { endpointProblem } from "../read-settings.ts";
import { createGraphApi, type GraphApi } from "./graph-api.ts";
import { DELTA_STAGES, LIST_STAGES } from "./stages.ts";
import { readPosition, type StagePosition, type StageStep, walkChanges, walkLists } from "./walk-stage.ts";

/** Reads the directory of an Entra tenant through Microsoft Graph. */
export const entraDirectoryConnector: Connector = {
  connectorType: "entra_directory",
  pollEveryMs: 10 * 60_000,
  identity: ["tenant_id"],
  settings: {
    ...MICROSOFT_LOGIN_SETTINGS,
    graph_endpoint: {
      meaning: "Microsoft Graph; national clouds have their own",
      default: "https://graph.microsoft.com",
      isDestination: true,
      problem: endpointProblem,
    },
  },
  open: (settings, world) => {
    const api = createGraphApi(settings, world);
    return { pull: (cursor) => pull(api, world, cursor), close: () => api.close() };
  },
};

interface NamedStage {
  readonly name: string;
  readonly walk: (api: GraphApi, start: StagePosition, now: Date) => AsyncGenerator<StageStep>;
}

const STAGES: readonly NamedStage[] = [
  ...DELTA_STAGES.map((stage) => ({
    name: stage.name,
    walk: (api: GraphApi, start: StagePosition, now: Date) => walkChanges(api, stage, start, now),
  })),
  ...LIST_STAGES.map((stage) => ({
    name: stage.name,
    walk: (api: GraphApi, start: StagePosition, now: Date) => walkLists(api, stage, start, now),
  })),
];

/** Reads one stage after the other. A stage without permission is noted and skipped; fails if no stage can be read. */
async function* pull(api: GraphApi, { clock }: ConnectorWorld, cursor: Json | undefined): AsyncGenerator<PulledPage> {
  const positions = readPositions(cursor);
  const toCursor = (): Json => ({
    stages: Object.fromEntries([...positions].map(([name, position]) => [name, { ...position } as Json])),
  });
  const notes: string[] = [];
  for (const { name, walk } of STAGES) {
    try {
      for await (const { position, directory } of walk(api, positions.get(name) ?? {}, clock())) {
        positions.set(name, position);
        yield pageOf(toCursor(), { directory, more: true });
      }
    } catch (error) {
      if (!isClosed(error) || notes.length === STAGES.length - 1) throw error;
      notes.push(`${name}: not read (${error.code ?? error.status})`);
    }
  }
  yield pageOf(toCursor(), { notes });
}

function readPositions(cursor: Json | undefined): Map<string, StagePosition> {
  const kept = isObject(cursor) && isObject(cursor["stages"]) ? (cursor["stages"] as Record<string, Json>) : {};
  return new Map(STAGES.map(({ name }) => [name, readPosition(kept[name])]));
}

/** Whether the app lacks the permission, or the tenant the license, for a stage. */
function isClosed(error: unknown): error is ConnectorProblem {
  if (!(error instanceof ConnectorProblem)) return false;
  return error.kind === "not_permitted" || /licen[sc]e/i.test(error.code ?? "");
}
