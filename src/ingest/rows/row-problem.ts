/** Why a line is no row of its table. The message continues a sentence that starts with the line. */
export class RowProblem extends Error {
  constructor(message: string) {
    // A delivery may have thousands, and a stack that nobody reads costs more than the rest of a rejected record.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Text of a caller inside a message: short and without control characters. */
export const quoted = (text: string): string => `'${text.replace(/[\p{Cc}\p{Cf}]/gu, " ").slice(0, 80)}'`;
