import type { DirectorySort } from '../directory-index.js';
import { ALIVE, type DirectoryColumns, FEATURED } from './directory-columns.js';
import type { CountedDocuments } from './count-documents.js';

/** A group of documents that precede those of the next group. */
interface Group {
  size: number;
  /** undefined for all documents for which `has` is true. */
  documents: Uint32Array | undefined;
  has: (document: number) => boolean;
}

// Up to this number of hits, sorting them is faster than iterating over the whole directory.
const FEW = 2000;

// Greater than any score.
const FEATURED_KEY = 2 ** 20;

export interface PageOptions {
  sort: DirectorySort;
  offset: number;
  limit: number;
}

/** @param scores undefined unless sorted by relevance */
export function pageOfHits(
  columns: DirectoryColumns,
  { hits }: Pick<CountedDocuments, 'hits'>,
  scores: ((document: number) => number) | undefined,
  options: PageOptions,
): number[] {
  if (!scores && !options.sort.featuredFirst) return choose(columns, [groupOf(columns, hits)], options);
  const keyOf = (document: number): number =>
    (options.sort.featuredFirst && (columns.flags[document]! & FEATURED) !== 0 ? FEATURED_KEY : 0) +
    (scores?.(document) ?? 0);
  const byKey = new Map<number, number[]>();
  for (const document of hits) {
    const key = keyOf(document);
    const others = byKey.get(key);
    if (others) others.push(document);
    else byKey.set(key, [document]);
  }
  const groups = [...byKey]
    .sort(([a], [b]) => b - a)
    .map(([, documents]) => groupOf(columns, Uint32Array.from(documents)));
  return choose(columns, groups, options);
}

/** Returns a page of all documents of some scopes. @param total number of these documents */
export function pageOfAll(
  columns: DirectoryColumns,
  { scopes, total }: { scopes: readonly number[]; total: number },
  options: PageOptions,
): number[] {
  const isThere = (document: number): boolean =>
    (columns.flags[document]! & ALIVE) !== 0 && scopes.includes(columns.scopes[document]!);
  if (!options.sort.featuredFirst)
    return choose(columns, [{ size: total, documents: undefined, has: isThere }], options);
  const featured: number[] = [];
  for (let document = 0; document < columns.size; document++)
    if ((columns.flags[document]! & FEATURED) !== 0 && isThere(document)) featured.push(document);
  const rest: Group = {
    size: total - featured.length,
    documents: undefined,
    has: (document) => (columns.flags[document]! & FEATURED) === 0 && isThere(document),
  };
  return choose(columns, [groupOf(columns, Uint32Array.from(featured)), rest], options);
}

function groupOf({ size }: DirectoryColumns, documents: Uint32Array): Group {
  if (documents.length <= FEW) return { size: documents.length, documents, has: () => true };
  const marks = new Uint8Array(size);
  for (const document of documents) marks[document] = 1;
  return { size: documents.length, documents: undefined, has: (document) => marks[document] === 1 };
}

function choose(columns: DirectoryColumns, groups: readonly Group[], { sort, offset, limit }: PageOptions): number[] {
  const page: number[] = [];
  // Equally relevant documents are in the default order of the directory: by name, or newest first.
  const backwards = sort.by === 'relevance' ? !columns.byName : sort.descending;
  let skip = offset;
  for (const group of groups) {
    if (page.length === limit) break;
    if (skip >= group.size) {
      skip -= group.size;
      continue;
    }
    page.push(...firstOf(columns, group, { backwards, skip, limit: limit - page.length }));
    skip = 0;
  }
  return page;
}

function firstOf(
  columns: DirectoryColumns,
  { documents, has }: Group,
  { backwards, skip, limit }: { backwards: boolean; skip: number; limit: number },
): number[] {
  const { order } = columns;
  if (documents) {
    const sorted = documents.slice().sort((a, b) => (backwards ? order.compare(b, a) : order.compare(a, b)));
    return [...sorted.subarray(skip, skip + limit)];
  }
  const page: number[] = [];
  let before = 0;
  for (const document of order.walk(backwards)) {
    if (!has(document) || before++ < skip) continue;
    page.push(document);
    if (page.length === limit) break;
  }
  return page;
}
