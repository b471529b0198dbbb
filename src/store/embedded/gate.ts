/** Gives the engine back; calling it twice does nothing. */
export type Release = () => void;

/** The one place at the one backend: whoever holds it runs alone, the others queue in order of arrival. */
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

  // The place stays held while it passes to the next, so that a newcomer cannot slip in between.
  #passOn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isHeld = false;
    else next();
  }
}
