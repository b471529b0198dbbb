import { setPriority } from "node:os";

/** Makes the calling thread give way to others. On Linux a priority belongs to a thread; elsewhere nothing is changed. */
export function lowerPriority(nice: number): void {
  // Elsewhere this would change the whole process.
  if (process.platform !== "linux") return;
  try {
    setPriority(0, nice);
  } catch {
    // The thread then competes with the others.
  }
}
