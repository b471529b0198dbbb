/** Every exit code of the program. The help and docs/operate.md list them from here. */
export const EXIT_CODES = {
  done: { code: 0, meaning: "done" },
  failed: { code: 1, meaning: "failed or refused: the command line is valid, but the work could not be done" },
  usage: { code: 2, meaning: "wrong usage: the command line itself is invalid" },
  config: { code: 78, meaning: "wrong setting, or a data folder or secret that cannot be used" },
} as const;

/** Returns the exit code of the named outcome. */
export const exitCode = (outcome: keyof typeof EXIT_CODES): number => EXIT_CODES[outcome].code;
