// Runs the compiled program once for every message it gets, each time as a process of its own would run it: from its
// first line, with these words and settings, until nothing is left to wait for. Only the loading is done once.
const PROGRAM = new URL("../../dist/main.js", import.meta.url);

/** What node ends with when a program waits for something that nobody will ever bring. */
const WAITS_FOR_EVER = 13;

let runs = 0;
let isDone = true;
let [stdout, stderr] = ["", ""];
// Whatever the program listens for, it listens anew with every run.
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
  // From here on only what the program itself waits for keeps this process from ending.
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
