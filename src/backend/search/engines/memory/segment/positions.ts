import { closeSync, openSync, readSync } from 'node:fs';

/** The positions of all terms of a segment. They are only read for phrase queries and when segments are merged. */
export interface Positions {
  readonly length: number;
  /** Size in memory. */
  readonly bytes: number;
  /**
   * @param room buffer for the result, which is valid until the buffer is used again
   * @throws if the file cannot be read
   */
  read(from: number, to: number, room: Room): Uint8Array;
}

/** A reusable read buffer. */
export class Room {
  private bytes = new Uint8Array(4096);

  of(length: number): Uint8Array {
    if (length > this.bytes.length) this.bytes = new Uint8Array(Math.max(length, 2 * this.bytes.length));
    return this.bytes;
  }
}

export class PositionsInMemory implements Positions {
  constructor(private readonly array: Uint8Array) {}

  get length(): number {
    return this.array.length;
  }

  get bytes(): number {
    return this.array.byteLength;
  }

  read(from: number, to: number): Uint8Array {
    return this.array.subarray(from, to);
  }
}

const abandoned = new FinalizationRegistry<number>(closeSync);

/** An immutable file. It stays readable after another file has replaced it, and is closed when the object is garbage-collected. */
export class LastingFile {
  readonly descriptor: number;

  /** @throws if the file does not exist */
  constructor(path: string) {
    this.descriptor = openSync(path, 'r');
    abandoned.register(this, this.descriptor);
  }
}

/** Positions in a file: two thirds of an index, which few searches need. The operating system caches them as far as memory allows. */
export class PositionsInFile implements Positions {
  readonly bytes = 0;

  /** @param start offset of the positions in the file */
  constructor(
    private readonly file: LastingFile,
    private readonly start: number,
    readonly length: number,
  ) {}

  read(from: number, to: number, room: Room): Uint8Array {
    const bytes = room.of(to - from);
    for (let done = 0; done < to - from;) {
      const read = readSync(this.file.descriptor, bytes, done, to - from - done, this.start + from + done);
      if (read === 0) throw new Error('The saved search index is shorter than expected');
      done += read;
    }
    return bytes.subarray(0, to - from);
  }
}
