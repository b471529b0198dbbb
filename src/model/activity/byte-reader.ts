/** Reads what a `ByteWriter` wrote. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new Error("the packed day is incomplete");
    return value;
  }

  integer(): number {
    let value = 0;
    let unit = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
      unit *= 0x80;
    }
  }

  text(length: number): string {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new Error("the packed day is incomplete");
    const text = this.#bytes.toString("latin1", this.#at, end);
    this.#at = end;
    return text;
  }

  ascending(): number[] {
    const values = new Array<number>(this.integer());
    let before = 0;
    for (let index = 0; index < values.length; index++) {
      before += this.integer();
      values[index] = before;
    }
    return values;
  }
}
