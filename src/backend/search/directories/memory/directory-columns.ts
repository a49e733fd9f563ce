import { foldPlaceName } from '#shared/places/place-name.js';
import { withCapacity } from '../../engines/memory/segment/typed-arrays.js';
import { facetNumberOf } from '../directory-index.js';

// Number of dimensions, flags, type; then length and lower bound of the single dimension; see array_send in PostgreSQL.
const ARRAY_HEAD = 12;

const DIMENSION = 8;
const LENGTH_AND_VALUE = 8;

export const ALIVE = 1;
export const FEATURED = 2;

// Approximate size of a number in a map.
const BYTES_A_KEY = 48;
const BYTES_A_CHARACTER = 2;
const HAS_SURROGATE = /[\ud800-\udfff]/;

/** A value of a facet, and the documents that have it. */
export interface Slot {
  code: number;
  facet: number;
  /** Documents in ascending order, including deleted ones. */
  documents: Uint32Array;
  size: number;
}

/**
 * The entries of a directory in columns, with the documents of each facet value. A changed entry becomes a new document; the old one is
 * marked as deleted until the columns are rebuilt.
 */
export class DirectoryColumns {
  /** Number of documents, including deleted ones. */
  size = 0;
  living = 0;
  ids = new Float64Array(64);
  scopes = new Uint16Array(64);
  flags = new Uint8Array(64);
  /** Microseconds since 1970. */
  at = new Float64Array(64);
  /** NaN if unknown. */
  lat = new Float64Array(64);
  lon = new Float64Array(64);
  /** Indexes in `placeKeys`. */
  places = new Uint32Array(64);
  /** Start of each document's slots in `slotNumbers`, with one additional entry for the end. */
  starts = new Uint32Array(65);
  slotNumbers = new Uint32Array(256);
  readonly slots: Slot[] = [];
  /** The first entry represents documents without a place. */
  readonly placeKeys: string[] = [''];
  readonly names: string[] | undefined;
  readonly counts = new ScopeCounts();
  readonly order: DefaultOrder;
  private readonly byId = new Map<number, number>();
  private readonly slotOfCode = new Map<number, number>();
  private readonly placeOfKey = new Map<string, number>();
  private characters = 0;

  /** @param byName whether the default order of the directory is by name, otherwise by time */
  constructor(readonly byName: boolean) {
    this.names = byName ? [] : undefined;
    this.order = new DefaultOrder(this);
  }

  /** Size in memory. */
  get bytes(): number {
    const { ids, scopes, flags, at, lat, lon, places, starts, slotNumbers, order, counts } = this;
    const columns = [ids, scopes, flags, at, lat, lon, places, starts, slotNumbers];
    const arrays = [...columns, ...this.slots.map(({ documents }) => documents)];
    const numbers = arrays.reduce((sum, { byteLength }) => sum + byteLength, order.bytes + counts.bytes);
    return numbers + this.byId.size * BYTES_A_KEY + this.characters * BYTES_A_CHARACTER;
  }

  /** Appends a row during the initial load, in which rows are unique and in the order of the directory. */
  append(row: DirectoryRow): void {
    this.order.push(this.add(row));
  }

  /** Replaces the documents of `ids` by the rows. */
  replace(ids: readonly number[], rows: readonly DirectoryRow[]): void {
    for (const id of ids) this.markDeleted(id);
    for (const row of rows) {
      this.markDeleted(row.id);
      this.order.insert(this.add(row));
    }
  }

  isAlive(document: number): boolean {
    return (this.flags[document]! & ALIVE) !== 0;
  }

  documentOf(id: number): number | undefined {
    return this.byId.get(id);
  }

  slotOf(code: number): Slot | undefined {
    const number = this.slotOfCode.get(code);
    return number === undefined ? undefined : this.slots[number];
  }

  /** Returns the row from which a document was created. */
  row(document: number): DirectoryRow {
    const place = this.places[document]!;
    const [lat, lon] = [this.lat[document]!, this.lon[document]!];
    const own = this.slotNumbers.subarray(this.starts[document], this.starts[document + 1]);
    return {
      id: this.ids[document]!,
      scope: this.scopes[document]!,
      at: this.at[document]!,
      featured: (this.flags[document]! & FEATURED) !== 0,
      codes: Array.from(own, (number) => this.slots[number]!.code),
      place: place === 0 ? null : this.placeKeys[place]!,
      lat: Number.isNaN(lat) ? null : lat,
      lon: Number.isNaN(lon) ? null : lon,
      name: this.names?.[document] ?? null,
    };
  }

  private add(row: DirectoryRow): number {
    const document = this.size++;
    this.makeRoom(row.codes.length);
    this.ids[document] = row.id;
    this.scopes[document] = row.scope;
    this.flags[document] = ALIVE | (row.featured ? FEATURED : 0);
    this.at[document] = row.at;
    this.lat[document] = row.lat ?? NaN;
    this.lon[document] = row.lon ?? NaN;
    this.places[document] = row.place === null ? 0 : this.placeNumber(row.place);
    if (this.names) this.names[document] = row.name ?? '';
    this.characters += this.names ? (row.name ?? '').length : 0;
    let at = this.starts[document]!;
    for (const code of row.codes) {
      const number = this.slotNumber(code);
      const slot = this.slots[number]!;
      slot.documents = withCapacity(slot.documents, slot.size + 1);
      slot.documents[slot.size++] = document;
      this.slotNumbers[at++] = number;
    }
    this.starts[document + 1] = at;
    this.byId.set(row.id, document);
    this.count(document, 1);
    return document;
  }

  private markDeleted(id: number): void {
    const document = this.byId.get(id);
    if (document === undefined) return;
    this.byId.delete(id);
    this.flags[document]! &= ~ALIVE;
    this.count(document, -1);
  }

  private count(document: number, by: 1 | -1): void {
    this.living += by;
    const own = this.slotNumbers.subarray(this.starts[document], this.starts[document + 1]);
    this.counts.add(this.scopes[document]!, own, by);
  }

  private slotNumber(code: number): number {
    let number = this.slotOfCode.get(code);
    if (number === undefined) {
      number = this.slots.length;
      this.slotOfCode.set(code, number);
      this.slots.push({ code, facet: facetNumberOf(code), documents: new Uint32Array(4), size: 0 });
    }
    return number;
  }

  private placeNumber(key: string): number {
    let number = this.placeOfKey.get(key);
    if (number === undefined) {
      number = this.placeKeys.push(key) - 1;
      this.placeOfKey.set(key, number);
    }
    return number;
  }

  private makeRoom(codes: number): void {
    const { size } = this;
    this.slotNumbers = withCapacity(this.slotNumbers, this.starts[size - 1]! + codes);
    if (size <= this.ids.length) return;
    this.ids = withCapacity(this.ids, size);
    const room = this.ids.length;
    this.scopes = withCapacity(this.scopes, room);
    this.flags = withCapacity(this.flags, room);
    this.at = withCapacity(this.at, room);
    this.lat = withCapacity(this.lat, room);
    this.lon = withCapacity(this.lon, room);
    this.places = withCapacity(this.places, room);
    this.starts = withCapacity(this.starts, room + 1);
  }
}

/** Counts of a search without conditions in a scope. */
interface ScopeCount {
  total: number;
  /** Counts by slot. */
  slots: Uint32Array;
}

/** Maintained counts, so that a search without conditions has nothing to count. */
class ScopeCounts {
  private readonly byScope = new Map<number, ScopeCount>();

  get bytes(): number {
    let sum = 0;
    for (const { slots } of this.byScope.values()) sum += slots.byteLength;
    return sum;
  }

  /** @param slots slots of the document @param by 1 for an added document, -1 for a removed one */
  add(scope: number, slots: Uint32Array, by: 1 | -1): void {
    let count = this.byScope.get(scope);
    if (!count) this.byScope.set(scope, (count = { total: 0, slots: new Uint32Array(64) }));
    count.total += by;
    for (const slot of slots) {
      if (slot >= count.slots.length) count.slots = withCapacity(count.slots, slot + 1);
      count.slots[slot]! += by;
    }
  }

  total(scopes: readonly number[]): number {
    return scopes.reduce((sum, scope) => sum + (this.byScope.get(scope)?.total ?? 0), 0);
  }

  of(scopes: readonly number[], slot: number): number {
    return scopes.reduce((sum, scope) => sum + (this.byScope.get(scope)?.slots[slot] ?? 0), 0);
  }
}

/** The columns that determine the order. */
interface OrderedBy {
  /** undefined if documents are ordered by time. */
  names: readonly string[] | undefined;
  at: Float64Array;
  ids: Float64Array;
}

/** Documents sorted by name, or from the oldest to the newest, including deleted ones. */
class DefaultOrder {
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

/** Compares by code points. JavaScript compares UTF-16 code units, which sorts surrogate pairs before U+E000 to U+FFFF. */
function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  if (HAS_SURROGATE.test(a) || HAS_SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

/** A row of a directory as it is stored in memory, without its words. */
interface DirectoryRow {
  id: number;
  scope: number;
  /** Microseconds since 1970. */
  at: number;
  featured: boolean;
  /** See `facetCodes`. */
  codes: readonly number[];
  /** See `placeKey`; null if its country is unknown. */
  place: string | null;
  lat: number | null;
  lon: number | null;
  /** Sort key of the name, if the directory is sorted by name. */
  name: string | null;
}

/** A row as returned by the database. */
export interface SentDirectoryRow extends Omit<DirectoryRow, 'codes' | 'place'> {
  codes: Buffer;
  country: string | null;
  area: string | null;
}

/** SQL for the columns of `SentDirectoryRow`. Codes are sent as bytes, which costs a tenth of parsing an array from text. */
export function directoryColumnsSql(hasName: boolean): string {
  return `id::float8 as id, scope, extract(epoch from at)::float8 * 1000000 as at, featured, array_send(facets) as codes,
    country, area, lat, lon, ${hasName ? 'sort_name' : 'null'} as name`;
}

export function readDirectoryRow({ codes, country, area, ...rest }: SentDirectoryRow): DirectoryRow {
  return { ...rest, codes: readCodes(codes), place: country === null ? null : placeKey(country, area ?? '') };
}

/** @param area result of `foldPlaceName`; empty for the country */
function placeKey(country: string, area: string): string {
  return `${country} ${area}`;
}

/** Whether a place key belongs to a region. `areas` is empty for the whole country. */
export function isInRegion(key: string, country: string, areas: readonly string[]): boolean {
  const code = country.toUpperCase();
  if (areas.length === 0) return key.startsWith(`${code} `);
  return areas.some((area) => key === placeKey(code, foldPlaceName(area)));
}

function readCodes(bytes: Buffer): number[] {
  const codes: number[] = [];
  for (let at = ARRAY_HEAD + DIMENSION; at < bytes.length; at += LENGTH_AND_VALUE)
    codes.push(bytes.readInt32BE(at + 4));
  return codes;
}
