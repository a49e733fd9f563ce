import { withCapacity } from '../../engines/memory/segment/array-capacity.js';

/** The columns that determine the order. */
export interface OrderedBy {
  /** undefined if documents are ordered by time. */
  names: readonly string[] | undefined;
  at: Float64Array;
  ids: Float64Array;
}

/** Documents sorted by name, or from the oldest to the newest, including deleted ones. */
export class DefaultOrder {
  private documents = new Uint32Array(64);
  private size = 0;

  constructor(private readonly columns: OrderedBy) {}

  get bytes(): number {
    return this.documents.byteLength;
  }

  /** Appends a document that comes after all others. */
  push(document: number): void {
    this.documents = withCapacity(this.documents, this.size + 1);
    this.documents[this.size++] = document;
  }

  insert(document: number): void {
    let low = 0;
    for (let high = this.size; low < high;) {
      const middle = (low + high) >>> 1;
      if (this.compare(this.documents[middle]!, document) < 0) low = middle + 1;
      else high = middle;
    }
    this.documents = withCapacity(this.documents, this.size + 1);
    this.documents.copyWithin(low + 1, low, this.size);
    this.documents[low] = document;
    this.size++;
  }

  /** Compares like ORDER BY in the database: names by code points, then ids. */
  compare(a: number, b: number): number {
    const { names, at, ids } = this.columns;
    const first = names ? compareCodePoints(names[a]!, names[b]!) : at[a]! - at[b]!;
    return first || ids[a]! - ids[b]!;
  }

  /** @param backwards whether to start at the end */
  *walk(backwards: boolean): Generator<number> {
    const { documents, size } = this;
    if (backwards) for (let at = size - 1; at >= 0; at--) yield documents[at]!;
    else for (let at = 0; at < size; at++) yield documents[at]!;
  }
}

const HAS_SURROGATE = /[\ud800-\udfff]/;

/** Compares by code points. JavaScript compares UTF-16 code units, which sorts surrogate pairs before U+E000 to U+FFFF. */
function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  if (HAS_SURROGATE.test(a) || HAS_SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}
