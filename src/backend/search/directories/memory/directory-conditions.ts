import { facetCode } from '../facet-codes.js';
import type { DirectoryIndex, DirectoryKind } from '../directory-index.js';
import type { SearchArea, SearchCondition } from '../../port/search.port.js';
import { boxAround, kilometresBetween } from '../../codes/circle.js';
import { type DirectoryColumns, FEATURED, type Slot } from './directory-columns.js';
import { isInRegion } from './directory-row.js';

type Condition = SearchCondition<DirectoryKind>;
export type Test = (document: number) => boolean;

/** The facet values of which a condition wants one; undefined: it wants something else. */
export function slotsWanted(
  columns: DirectoryColumns,
  index: DirectoryIndex,
  condition: Condition,
): Slot[] | undefined {
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

/** Whether a document meets a condition. @throws for what the columns do not hold: `canAnswer` of the engine asks for it */
export function conditionTest(columns: DirectoryColumns, index: DirectoryIndex, condition: Condition): Test {
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
      throw new Error(`The columns of a directory do not hold what "${condition.kind}" asks for`);
  }
}

/** Whether a document lies in an area. */
export function areaTest(columns: DirectoryColumns, area: SearchArea): Test {
  // Where something is remote is a question about jobs.
  if (area.kind === 'remote') return () => false;
  if (area.kind === 'region') {
    const isInside = columns.placeKeys.map((key) => isInRegion(key, area.country, area.areas));
    return (document) => isInside[columns.places[document]!]!;
  }
  const { south, north } = boxAround(area);
  const { lat, lon } = columns;
  return (document) => {
    const own = lat[document]!;
    // Of what has no place this is false.
    return own >= south && own <= north && kilometresBetween(area, { lat: own, lon: lon[document]! }) <= area.km;
  };
}
