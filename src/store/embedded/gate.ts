/** Releases the gate; calling it twice does nothing. */
export type Release = () => void;

/** A mutex for the one backend; waiting sessions acquire it in the order of their arrival. */
export class Gate {
  #isHeld = false;
  readonly #waiting: (() => void)[] = [];

  get isBusy(): boolean {
    return this.#isHeld;
  }

  async acquire(): Promise<Release> {
    if (this.#isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isHeld = true;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#passOn();
    };
  }

  // The gate stays held while it passes to the next waiter, so that a newcomer cannot acquire it in between.
  #passOn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isHeld = false;
    else next();
  }
}
