/** Renders a score rounded down, so that what is below the threshold never looks as if it reached it. */
export const shownScore = (score: number): string => (Math.floor(score * 100 + 1e-9) / 100).toFixed(2);
