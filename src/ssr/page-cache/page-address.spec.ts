import fc from 'fast-check';
import { PAGE_PARAMETERS } from '#contract/pages/page-parameters.js';
import { readAddress } from '../../modules/routing/index.js';
import { pageAddress, pageQuery } from './page-address.js';

const known = fc.tuple(fc.constantFrom(...PAGE_PARAMETERS), fc.string({ unit: 'binary', maxLength: 8 }));
const unknown = fc.tuple(
  fc.string({ maxLength: 8 }).filter((name) => !PAGE_PARAMETERS.includes(name)),
  fc.string({ maxLength: 8 }),
);
const path = fc.array(fc.string({ maxLength: 5 }).map(encodeURIComponent), { maxLength: 3 });

function read(parts: readonly string[], query: readonly (readonly [string, string])[]) {
  const text = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  const address = readAddress(`/${parts.join('/')}?${text}`);
  if (!address.ok) throw new Error(address.reason);
  return address.address;
}

describe('the address of a page', () => {
  it('is the same whatever else stands in the query, and in whatever order', () => {
    fc.assert(
      fc.property(path, fc.array(known), fc.array(unknown), fc.nat(), (parts, pairs, others, seed) => {
        // Values of one parameter stay in their order; everything else is turned about.
        const names = [...new Set(pairs.map(([name]) => name))];
        names.sort((a, b) => ((a.charCodeAt(0) * seed) % 7) - ((b.charCodeAt(0) * seed) % 7));
        const turned = names.flatMap((name) => pairs.filter((pair) => pair[0] === name));
        const mixed = [...others, ...turned.flatMap((pair, at) => (others[at] ? [pair, others[at]] : [pair]))];
        expect(pageAddress(read(parts, mixed))).toBe(pageAddress(read(parts, pairs)));
      }),
    );
  });

  it('is another one wherever pages could differ', () => {
    fc.assert(
      fc.property(path, fc.array(known), path, fc.array(known), (parts, pairs, otherParts, otherPairs) => {
        const [one, two] = [read(parts, pairs), read(otherParts, otherPairs)];
        const same = one.path === two.path && String(pageQuery(one.query)) === String(pageQuery(two.query));
        expect(pageAddress(one) === pageAddress(two)).toBe(same);
        for (const name of PAGE_PARAMETERS) {
          const values = (query: URLSearchParams) => JSON.stringify(pageQuery(query).getAll(name));
          if (same) expect(values(one.query)).toBe(values(two.query));
          expect(values(one.query)).toBe(JSON.stringify(one.query.getAll(name)));
        }
      }),
    );
  });

  it('does not mistake a path for a query', () => {
    expect(pageAddress(read(['jobs%3Fpage=2'], []))).not.toBe(pageAddress(read(['jobs'], [['page', '2']])));
  });
});
