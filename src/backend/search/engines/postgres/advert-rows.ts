import type { AdvertFacetName } from '#contract/search/job-search.js';
import { isAdvertFacet } from '../../adverts/advert-facets.js';
import {
  type AdvertColumns,
  type AdvertLimit,
  type AdvertReader,
  type CountedLimit,
  meetsLimit,
} from '../../adverts/advert-limits.js';
import { FIRST_COMPLETE } from '../../codes/codes.js';
import type { FacetCount, FacetRequest, SearchCondition, SearchQuery } from '../../port/search.port.js';
import type { Parameters } from '../../../platform/database/statement.js';

/** SQL expression that packs the columns of a row that `unpackAdvertRows` reads. */
export const ADVERT_ROW = 'int4send(pay) || int2send(currency) || int2send(closing) || int2send(scope)';
const ROW_BYTES = 10;

/** @param ranks upper and lower halves, alternating */
export function unpackAdvertRows(bytes: Buffer | null, ranks: Uint32Array): AdvertColumns {
  const size = ranks.length / 2;
  const columns = {
    published: new Uint32Array(size),
    pays: new Uint32Array(size),
    currencies: new Uint16Array(size),
    closings: new Uint16Array(size),
    scopes: new Uint16Array(size),
  };
  for (let row = 0; row < size && bytes; row++) {
    const at = row * ROW_BYTES;
    columns.published[row] = ranks[2 * row]!;
    columns.pays[row] = bytes.readUInt32BE(at);
    columns.currencies[row] = bytes.readUInt16BE(at + 4);
    columns.closings[row] = bytes.readUInt16BE(at + 6);
    columns.scopes[row] = bytes.readUInt16BE(at + 8);
  }
  return columns;
}

/** Translates a value of an advert facet into a condition on a row of search_job. */
export function limitCondition(limit: AdvertLimit | undefined, parameters: Parameters): string {
  if (!limit) return 'false';
  switch (limit.facet) {
    case 'pay': {
      const codes = parameters.add(limit.least.codes, 'smallint[]');
      const amounts = parameters.add(limit.least.amounts, 'bigint[]');
      return `coalesce(pay >= (${amounts})[array_position(${codes}, currency)], false)`;
    }
    case 'published': {
      const since = parameters.add(limit.since, 'bigint');
      const incomplete = parameters.add(limit.sinceIncomplete, 'bigint');
      return `(rank >> 32) >= case when (rank >> 32) < ${FIRST_COMPLETE} then ${incomplete} else ${since} end`;
    }
    case 'closing':
      return `closing <= ${parameters.add(limit.day, 'integer')}`;
    case 'language':
      return `scope = any(${parameters.add(limit.scopes, 'smallint[]')})`;
  }
}

/** Bits of the advert facets, which do not overlap those of a FacetMask. */
const BITS: Readonly<Record<AdvertFacetName, number>> = {
  pay: 1 << 8,
  published: 1 << 9,
  language: 1 << 10,
  closing: 1 << 11,
};

/** Applies the selections in advert facets to the matching rows and counts the values of these facets. */
export class AdvertRows {
  private readonly selected: { bit: number; meets: (row: number) => boolean }[];
  private readonly counted: { facet: AdvertFacetName; bit: number; limits: CountedLimit[] }[];

  constructor(
    { selections, facets }: SearchQuery,
    reader: AdvertReader,
    private readonly columns: AdvertColumns,
  ) {
    this.selected = selections.flatMap(({ facet, where }) =>
      isAdvertFacet(facet) ? [{ bit: BITS[facet], meets: this.compile(where, reader) }] : [],
    );
    this.counted = facets.flatMap((request: FacetRequest) => {
      const { facet } = request;
      return isAdvertFacet(facet) ? [{ facet, bit: BITS[facet], limits: reader.counted({ ...request, facet }) }] : [];
    });
  }

  /** Returns a bit for each advert facet whose selection the row does not meet. */
  failsOf(row: number): number {
    let bits = 0;
    for (const { bit, meets } of this.selected) if (!meets(row)) bits |= bit;
    return bits;
  }

  /** @param bits the only facet whose selection the row does not meet; 0 if the row is a hit, which counts for every facet */
  count(row: number, bits: number): void {
    for (const { bit, limits } of this.counted) {
      if (bits !== 0 && bits !== bit) continue;
      for (const counted of limits) if (meetsLimit(this.columns, row, counted.limit)) counted.count++;
    }
  }

  counts(): ReadonlyMap<AdvertFacetName, FacetCount[]> {
    return new Map(
      this.counted.map(({ facet, limits }) => [facet, limits.map(({ value, count }) => ({ value, count }))]),
    );
  }

  private compile(condition: SearchCondition, reader: AdvertReader): (row: number) => boolean {
    if (condition.kind === 'and' || condition.kind === 'or') {
      const parts = condition.parts.map((part) => this.compile(part, reader));
      return condition.kind === 'and'
        ? (row) => parts.every((part) => part(row))
        : (row) => parts.some((part) => part(row));
    }
    const limit =
      condition.kind === 'facet' && isAdvertFacet(condition.facet)
        ? reader.limit(condition.facet, condition.value)
        : undefined;
    return limit ? (row) => meetsLimit(this.columns, row, limit) : () => false;
  }
}
