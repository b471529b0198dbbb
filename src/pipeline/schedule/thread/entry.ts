import { serveWorker } from "./serve-worker.ts";

serveWorker();
