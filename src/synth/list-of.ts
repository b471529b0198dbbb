/** Splits a comma-separated list, which may span several lines. */
export const listOf = (text: string): readonly string[] => text.split(",").map((member) => member.trim());
