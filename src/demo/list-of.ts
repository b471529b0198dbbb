/** The members of a comma-separated list, which may run over several lines. */
export const listOf = (text: string): readonly string[] => text.split(",").map((member) => member.trim());
