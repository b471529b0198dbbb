/** Writes bytes and variable-length integers into a buffer that grows. */
export class ByteWriter {
  #bytes = new Uint8Array(1_024);
  #length = 0;

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#length++] = value;
  }

  /** Writes a whole number from 0 to 2^53 - 1, seven bits per byte. */
  integer(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** Writes a text of characters below 256, one byte each. */
  text(text: string): void {
    for (let index = 0; index < text.length; index++) this.byte(text.charCodeAt(index));
  }

  /** Writes ascending whole numbers as differences. */
  ascending(values: readonly number[]): void {
    this.integer(values.length);
    let before = 0;
    for (const value of values) {
      this.integer(value - before);
      before = value;
    }
  }

  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}
