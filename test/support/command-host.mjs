// Runs the compiled program once for every message, each time like a process of its own: from the first line, with
// these
// arguments and settings, until the event loop is empty. Only loading the modules is done once.
const PROGRAM = new URL("../../dist/main.js", import.meta.url);

/** The exit code of Node for a top-level await that never settles. */
const WAITS_FOR_EVER = 13;

let runs = 0;
let isDone = true;
let [stdout, stderr] = ["", ""];
// The program adds its signal listeners again with every run.
process.stdout.setMaxListeners(0);
process.stderr.setMaxListeners(0);
process.stdout.write = (text) => {
  stdout += text;
  return true;
};
process.stderr.write = (text) => {
  stderr += text;
  return true;
};

process.on("message", async ({ args, env }) => {
  [stdout, stderr, isDone] = ["", "", false];
  process.exitCode = undefined;
  process.argv.splice(2, process.argv.length, ...args);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  // From here on only the program's own work keeps this process alive.
  process.channel.unref();
  runs += 1;
  await import(`${PROGRAM}?run=${runs}`);
  isDone = true;
});

process.on("disconnect", () => process.exit());
process.on("beforeExit", () => {
  process.channel.ref();
  process.send({ code: isDone ? (process.exitCode ?? 0) : WAITS_FOR_EVER, stdout, stderr });
});
