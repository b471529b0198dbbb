/** The reason why a line is rejected. The message completes a sentence that starts with the line. */
export class RowProblem extends Error {
  constructor(message: string) {
    // A delivery may have thousands, and capturing a stack costs more than the rest of a rejected record.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Quotes text of a caller for a message: shortened and without control characters. */
export const quoted = (text: string): string => `'${text.replace(/[\p{Cc}\p{Cf}]/gu, " ").slice(0, 80)}'`;
