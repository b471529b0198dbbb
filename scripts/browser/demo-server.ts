import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A demo that runs, with what it printed. */
export interface DemoServer {
  readonly address: string;
  readonly key: string;
  readonly administrator: { readonly email: string; readonly password: string };
  stop(): Promise<void>;
}

type Welcome = Omit<DemoServer, "stop">;

const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** Starts the compiled demo, on a free port unless one is given, with its data in a folder; the first start fills it. */
export async function startDemo(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  port = 0,
): Promise<DemoServer> {
  const child = spawn(process.execPath, [PROGRAM, "demo", "--json", "--port", `${port}`, "--data-dir", dataDir], {
    env: { PATH: process.env["PATH"] ?? "", PARAPET_METRICS_PORT: "0", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let [stdout, stderr] = ["", ""];
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const welcome = await new Promise<Welcome>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      const line = /^\{.*\}$/m.exec(stdout);
      if (line) resolve(JSON.parse(line[0]) as Welcome);
    });
    void ended.then(() => reject(new Error(`the demo ended: ${stderr}`)));
  });
  return {
    ...welcome,
    stop: async () => {
      child.kill("SIGINT");
      await ended;
    },
  };
}
