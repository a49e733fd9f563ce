import type { Kysely } from 'kysely';
import type { FacetCount, SearchCondition, SearchQuery } from '../port/search.port.js';
import type { Database } from '../../platform/database/schema.js';
import { run } from '../../platform/database/statement.js';

/** Ids of the organizations by name, for every name in a query's conditions. */
export type NamedOrganizations = ReadonlyMap<string, readonly number[]>;

export async function findOrganizations(database: Kysely<Database>, query: SearchQuery): Promise<NamedOrganizations> {
  const names = namesIn({ kind: 'and', parts: [query.where, ...query.selections.map(({ where }) => where)] });
  const organizations = new Map<string, number[]>();
  for (const name of names) organizations.set(name, await organizationsNamed(database, query.site, name));
  return organizations;
}

function namesIn(condition: SearchCondition): string[] {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.parts.flatMap(namesIn);
  return condition.kind === 'organization-name' ? [condition.name] : [];
}

/** Organization id in the index for jobs without a named employer. */
export const NOT_NAMED = 0;

/** Whether an organization meets a condition that concerns only organizations. @param id may be `NOT_NAMED` */
export function isOfOrganization(condition: SearchCondition, id: number, named: NamedOrganizations): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.parts.every((part) => isOfOrganization(part, id, named));
    case 'or':
      return condition.parts.some((part) => isOfOrganization(part, id, named));
    case 'facet':
      return (condition.value ?? NOT_NAMED) === id;
    case 'organization-name':
      return named.get(condition.name)?.includes(id) ?? false;
    case 'title':
      return false;
  }
}

/** Returns the ids of a site's organizations with a name, ignoring case. */
async function organizationsNamed(database: Kysely<Database>, site: string, name: string): Promise<number[]> {
  const rows = await run<{ id: number }>(
    database,
    "select id from organization where site = $1 and state = 'public' and lower(name) = lower($2)",
    [site, name.trim()],
  );
  return rows.map(({ id }) => id);
}

// Ids below this limit index an array (of 4 MB at most); larger ids use a map.
const MAX_ARRAY_ID = 1 << 20;

/** Counts by organization. There may be thousands, of which only the largest are requested. */
export class OrganizationCounts {
  private counts = new Uint32Array(4096);
  /** 1 for those in `seen`. */
  private known = new Uint8Array(4096);
  private seen = new Uint32Array(4096);
  private size = 0;
  private readonly beyond = new Map<number, number>();

  /** @param by may be negative, as long as the final sum is not */
  add(id: number, by = 1): void {
    if (id < this.counts.length) {
      if (this.known[id] === 0) this.see(id);
      this.counts[id]! += by;
    } else this.addFar(id, by);
  }

  /**
   * Adds to the counts of the organizations of several documents.
   *
   * @param ids organization ids by document
   * @param size number of documents
   */
  addEach(ids: Uint32Array, documents: Uint16Array, size: number, by: number): void {
    let { counts, known } = this;
    for (let at = 0; at < size; at++) {
      const id = ids[documents[at]!]!;
      if (id < known.length && known[id] !== 0) counts[id]! += by;
      else {
        this.add(id, by);
        ({ counts, known } = this);
      }
    }
  }

  /** Sets a count that is already known; may be called once for each id. */
  set(id: number, count: number): void {
    if (id >= this.counts.length) this.addFar(id, count);
    else {
      this.counts[id] = count;
      this.see(id);
    }
  }

  clear(): void {
    for (let at = 0; at < this.size; at++) {
      this.counts[this.seen[at]!] = 0;
      this.known[this.seen[at]!] = 0;
    }
    this.size = 0;
    this.beyond.clear();
  }

  /** Returns the organizations with the highest counts, sorted by count, then by id. */
  largest(limit: number): FacetCount[] {
    const top = new TopCounts(limit);
    for (let at = 0; at < this.size; at++) {
      const id = this.seen[at]!;
      // 0 represents employers that are not named.
      if (id !== 0 && this.counts[id]! >= top.least) top.consider(id, this.counts[id]!);
    }
    for (const [id, count] of this.beyond) if (count >= top.least) top.consider(id, count);
    return top.list();
  }

  private addFar(id: number, count: number): void {
    if (id >= MAX_ARRAY_ID) {
      this.beyond.set(id, (this.beyond.get(id) ?? 0) + count);
      return;
    }
    const larger = new Uint32Array(Math.min(Math.max(id + 1, this.counts.length * 4), MAX_ARRAY_ID));
    larger.set(this.counts);
    this.counts = larger;
    const known = new Uint8Array(larger.length);
    known.set(this.known);
    this.known = known;
    this.counts[id] = count;
    this.see(id);
  }

  private see(id: number): void {
    if (this.size === this.seen.length) {
      const larger = new Uint32Array(this.seen.length * 4);
      larger.set(this.seen);
      this.seen = larger;
    }
    this.seen[this.size++] = id;
    this.known[id] = 1;
  }
}

/** Collects the largest counts one by one: few of many qualify, and sorting all would take longer than counting. */
class TopCounts {
  /** Smallest count that can still qualify. */
  least = 1;
  private readonly ids: number[] = [];
  private readonly counts: number[] = [];

  constructor(private readonly limit: number) {}

  consider(id: number, count: number): void {
    const { ids, counts, limit } = this;
    let at = ids.length;
    if (at === limit) {
      if (limit === 0 || !isBefore(id, count, ids[at - 1]!, counts[at - 1]!)) return;
      at--;
    }
    for (; at > 0 && isBefore(id, count, ids[at - 1]!, counts[at - 1]!); at--) {
      ids[at] = ids[at - 1]!;
      counts[at] = counts[at - 1]!;
    }
    ids[at] = id;
    counts[at] = count;
    if (ids.length === limit) this.least = counts[limit - 1]!;
  }

  list(): FacetCount[] {
    return this.ids.map((value, index) => ({ value, count: this.counts[index]! }));
  }
}

function isBefore(id: number, count: number, otherId: number, otherCount: number): boolean {
  return count > otherCount || (count === otherCount && id < otherId);
}
