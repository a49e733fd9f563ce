import type { SearchCodes } from '../../../codes/search-codes.js';
import { combosOfRemoteJobs } from '../../../facets/facet-mask.js';
import type { SearchArea } from '../../../port/search.port.js';
import { intersect, MAX_WORDS, cardinalityOf } from '../segment/bits.js';
import type { Segment } from '../segment/segment.js';
import { chosenCodes, retainCodes } from './filters.js';

/** Leaves in a set the documents of an area. */
export type AreaFilter = (segment: Segment, bits: Uint32Array) => void;

export class AreaFilters {
  private readonly within = new Uint32Array(MAX_WORDS);

  constructor(private readonly codes: SearchCodes) {}

  /** @returns undefined when there can be nothing in the area. */
  filterOf(area: SearchArea): AreaFilter | undefined {
    switch (area.kind) {
      case 'radius':
        return this.around(this.codes.points.within(area));
      case 'region':
        return ofCodes('regions', this.codes.regions.of(area.country, area.areas));
      case 'remote': {
        const isEligible = combosOfRemoteJobs(this.codes.combos, area.country);
        const isBeyond = chosenCodes(this.codes.points.within(area.beyond), true);
        return (segment, bits) => {
          retainCodes(segment, segment.arrays.combos, isEligible, false, bits);
          retainCodes(segment, segment.arrays.points, isBeyond, true, bits);
        };
      }
    }
  }

  private around(points: readonly number[]): AreaFilter | undefined {
    const oneByOne = ofCodes('points', points);
    const { within } = this;
    return (
      oneByOne &&
      ((segment, bits) => {
        if (cardinalityOf(bits, segment.words) < points.length * segment.pointCost + (segment.size >>> 3))
          oneByOne(segment, bits);
        else {
          within.fill(0, 0, segment.words);
          for (const point of points) segment.addDocumentsAt(point, within);
          intersect(bits, within, 0, segment.words);
        }
      })
    );
  }
}

function ofCodes(column: 'points' | 'regions', codes: readonly number[]): AreaFilter | undefined {
  if (codes.length === 0) return undefined;
  const chosen = chosenCodes(codes, false);
  return (segment, bits) => retainCodes(segment, segment.arrays[column], chosen, false, bits);
}
