import { type DirectoryIndex, type DirectoryKind, facetCode } from '../directory-index.js';
import { boxAround, kilometresBetween } from '../../codes/points.js';
import type { SearchQuery, SearchArea, SearchCondition } from '../../port/search.port.js';
import { ALIVE, type DirectoryColumns, type Slot, FEATURED, isInRegion } from './directory-columns.js';

type Query = SearchQuery<DirectoryKind>;

export interface CountedDocuments {
  total: number;
  /** The hits, in no particular order. */
  hits: Uint32Array;
  /** Counts by slot of the hits and of the documents that only the selection of that slot's facet excludes (SEARCH-09). */
  counts: Uint32Array;
}

/** A selection of one facet's values. */
interface Selected {
  facet: number;
  bit: number;
  /** Slots of which a document needs one, or a test. */
  meets: Slot[] | Test;
}

// Bit of a document that has been visited; the other bits are those of selected facets.
const SEEN = 128;
const MAX_SELECTED = 7;

/** Finds and counts in one pass over as few documents as possible. @param among documents that match the keywords, if there are any */
export function countDocuments(
  columns: DirectoryColumns,
  index: DirectoryIndex,
  query: Query,
  { scopes, among }: { scopes: readonly number[]; among: Uint32Array | undefined },
): CountedDocuments {
  const selected = selectedFacets(columns, index, query);
  const met = meetings(columns, selected);
  const needed = selected.reduce((bits, { bit }) => bits | bit, 0);
  const base = baseTest(columns, index, query, scopes);
  const isPlain = !among && !query.area && isAll(query);
  // With several selections, documents that meet none of them can neither be hits nor be counted.
  const lists = isPlain ? slotsOfAll(selected) : undefined;
  const pass = new Pass(columns, selected, { met, needed, base, isCounted: query.facets.length > 0 });
  if (lists) for (const { documents, size } of lists) pass.over(documents, size);
  else if (among) pass.over(among, among.length);
  else pass.overAll();
  const counted = pass.result();
  if (lists && selected.length === 1) storeCounts(columns, counted, scopes, selected[0]!.facet);
  return counted;
}

/** If a facet's selection is the only restriction, its own counts are those of a search without conditions. */
function storeCounts(
  columns: DirectoryColumns,
  { counts }: CountedDocuments,
  scopes: readonly number[],
  facet: number,
): void {
  columns.slots.forEach((slot, number) => {
    if (slot.facet === facet) counts[number] = columns.counts.of(scopes, number);
  });
}

class Pass {
  private readonly counts: Uint32Array;
  private hits = new Uint32Array(1024);
  private total = 0;
  private readonly facetOfBit = new Int32Array(SEEN);

  constructor(
    private readonly columns: DirectoryColumns,
    selected: readonly Selected[],
    private readonly given: { met: Uint8Array; needed: number; base: Test; isCounted: boolean },
  ) {
    this.counts = new Uint32Array(columns.slots.length);
    for (const { bit, facet } of selected) this.facetOfBit[bit] = facet;
  }

  over(documents: Uint32Array, size: number): void {
    for (let at = 0; at < size; at++) this.take(documents[at]!);
  }

  overAll(): void {
    for (let document = 0; document < this.columns.size; document++) this.take(document);
  }

  result(): CountedDocuments {
    return { total: this.total, hits: this.hits.subarray(0, this.total), counts: this.counts };
  }

  private take(document: number): void {
    const { met, needed, base, isCounted } = this.given;
    const bits = met[document]!;
    if ((bits & SEEN) !== 0) return;
    met[document] = bits | SEEN;
    const missed = needed & ~bits;
    if ((missed & (missed - 1)) !== 0 || !base(document)) return;
    if (missed === 0) this.add(document);
    if (!isCounted) return;
    const { starts, slotNumbers, slots } = this.columns;
    const facet = this.facetOfBit[missed]!;
    for (let at = starts[document]!, end = starts[document + 1]!; at < end; at++) {
      const slot = slotNumbers[at]!;
      if (missed === 0 || slots[slot]!.facet === facet) this.counts[slot]!++;
    }
  }

  private add(document: number): void {
    if (this.total === this.hits.length) {
      const larger = new Uint32Array(this.total * 4);
      larger.set(this.hits);
      this.hits = larger;
    }
    this.hits[this.total++] = document;
  }
}

function selectedFacets(columns: DirectoryColumns, index: DirectoryIndex, { selections }: Query): Selected[] {
  const byFacet = new Map<string, Query['selections'][number]['where'][]>();
  for (const { facet, where } of selections) byFacet.set(facet, [...(byFacet.get(facet) ?? []), where]);
  if (byFacet.size > MAX_SELECTED) throw new Error(`A directory has no more than ${MAX_SELECTED} facets`);
  return [...byFacet].map(([name, parts], number) => {
    const condition = parts.length === 1 ? parts[0]! : ({ kind: 'and', parts } as const);
    return {
      facet: index.facets.findIndex((facet) => facet.name === name),
      bit: 1 << number,
      meets: slotsWanted(columns, index, condition) ?? conditionTest(columns, index, condition),
    };
  });
}

/** Returns the bits of the selections that each document meets. */
function meetings(columns: DirectoryColumns, selected: readonly Selected[]): Uint8Array {
  const met = new Uint8Array(columns.size);
  for (const { bit, meets } of selected) {
    if (typeof meets !== 'function') {
      for (const { documents, size } of meets) for (let at = 0; at < size; at++) met[documents[at]!]! |= bit;
    } else {
      for (let document = 0; document < met.length; document++) if (meets(document)) met[document]! |= bit;
    }
  }
  return met;
}

/** Returns the slots of all selections; undefined if there are none, or one is not a choice of slots. */
function slotsOfAll(selected: readonly Selected[]): Slot[] | undefined {
  const lists = selected.flatMap(({ meets }) => (typeof meets === 'function' ? [] : [meets]));
  return selected.length > 0 && lists.length === selected.length ? lists.flat() : undefined;
}

function isAll({ where }: Query): boolean {
  return where.kind === 'and' && where.parts.length === 0;
}

/** Returns a test for the conditions that apply to every hit and to all facet counts. */
function baseTest(columns: DirectoryColumns, index: DirectoryIndex, query: Query, scopes: readonly number[]): Test {
  const isScope = new Uint8Array(1 + Math.max(...scopes));
  for (const scope of scopes) isScope[scope] = 1;
  const tests: Test[] = [];
  if (query.area) tests.push(areaTest(columns, query.area));
  if (!isAll(query)) tests.push(conditionTest(columns, index, query.where));
  const { flags, scopes: scopeOf } = columns;
  return (document) => {
    if ((flags[document]! & ALIVE) === 0 || isScope[scopeOf[document]!] !== 1) return false;
    for (const test of tests) if (!test(document)) return false;
    return true;
  };
}

type Condition = SearchCondition<DirectoryKind>;
type Test = (document: number) => boolean;

/** Returns the slots of which a condition requires one; undefined if the condition is of another kind. */
function slotsWanted(columns: DirectoryColumns, index: DirectoryIndex, condition: Condition): Slot[] | undefined {
  const parts = condition.kind === 'or' ? condition.parts : [condition];
  if (!parts.every((part) => part.kind === 'facet')) return undefined;
  const codes = parts.map(({ facet, value }) =>
    facetCode(
      index.facets.findIndex(({ name }) => name === facet),
      value,
    ),
  );
  return [...new Set(codes)].flatMap((code) => columns.slotOf(code) ?? []);
}

/** Returns a test for a condition. @throws for conditions that the columns do not support, which `canAnswer` of the engine excludes */
function conditionTest(columns: DirectoryColumns, index: DirectoryIndex, condition: Condition): Test {
  const slots = slotsWanted(columns, index, condition);
  if (slots) {
    const met = new Uint8Array(columns.size);
    for (const { documents, size } of slots) for (let at = 0; at < size; at++) met[documents[at]!] = 1;
    return (document) => met[document] === 1;
  }
  switch (condition.kind) {
    case 'and': {
      const tests = condition.parts.map((part) => conditionTest(columns, index, part));
      return (document) => tests.every((test) => test(document));
    }
    case 'or': {
      const tests = condition.parts.map((part) => conditionTest(columns, index, part));
      return (document) => tests.some((test) => test(document));
    }
    case 'featured': {
      const wanted = condition.is ? FEATURED : 0;
      return (document) => (columns.flags[document]! & FEATURED) === wanted;
    }
    default:
      throw new Error(`The columns of a directory do not support conditions of the kind "${condition.kind}"`);
  }
}

/** Returns a test for whether a document is in an area. */
function areaTest(columns: DirectoryColumns, area: SearchArea): Test {
  // Only jobs can be remote.
  if (area.kind === 'remote') return () => false;
  if (area.kind === 'region') {
    const isInside = columns.placeKeys.map((key) => isInRegion(key, area.country, area.areas));
    return (document) => isInside[columns.places[document]!]!;
  }
  const { south, north } = boxAround(area);
  const { lat, lon } = columns;
  return (document) => {
    const own = lat[document]!;
    // For documents without coordinates (NaN) this is false.
    return own >= south && own <= north && kilometresBetween(area, { lat: own, lon: lon[document]! }) <= area.km;
  };
}
