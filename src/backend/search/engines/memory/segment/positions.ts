import { closeSync, openSync, readSync } from 'node:fs';

/** The positions of all terms of a segment: read for phrases and when segments are merged, and for nothing else. */
export interface Positions {
  readonly length: number;
  /** Of it in memory. */
  readonly bytes: number;
  /**
   * @param room what is read lies there, until it is used again.
   * @throws when the file cannot be read.
   */
  read(from: number, to: number, room: Room): Uint8Array;
}

/** Used again and again for what is read. */
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

/** A file that is never written again. It stays readable when another has taken its name, and is closed when nobody knows it any more. */
export class LastingFile {
  readonly descriptor: number;

  /** @throws when there is none. */
  constructor(path: string) {
    this.descriptor = openSync(path, 'r');
    abandoned.register(this, this.descriptor);
  }
}

/** Two thirds of an index that few searches need: the operating system keeps as much of them in memory as it has room for. */
export class PositionsInFile implements Positions {
  readonly bytes = 0;

  /** @param start where they begin in the file. */
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
