/** Why a line is no row of its table. The message continues a sentence that starts with the line. */
export class RowProblem extends Error {}

/** Text of a caller inside a message: short and without control characters. */
export const quoted = (text: string): string => `'${text.replace(/[\p{Cc}\p{Cf}]/gu, " ").slice(0, 80)}'`;
