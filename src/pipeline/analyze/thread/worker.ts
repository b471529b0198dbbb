import { PHASES } from "../phases.ts";
import { serveRuns } from "./serve-runs.ts";

serveRuns(PHASES);
