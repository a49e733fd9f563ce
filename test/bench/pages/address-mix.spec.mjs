import { addressMix } from './address-mix.mjs';

const facts = {
  jobs: 20_000,
  values: [
    { facet: 'remote', tid: 1, slug: 'on-site', n: 700 },
    { facet: 'remote', tid: 2, slug: 'hybrid', n: 300 },
    { facet: 'industry', tid: 2001, slug: 'health', n: 500 },
  ],
  sample: Array.from({ length: 50 }, (_, index) => ({
    title: [`title${index}`, 'nurse'],
    text: [`text${index}`, 'community', 'team'],
    place: { name: `Town ${index}`, country: 'GB', area: 'Wales', lat: 51 + index / 100, lon: -3 },
    values: { remote: [1 + (index % 2)], industry: index % 3 ? [2001] : [] },
  })),
};

describe('addresses to measure with', () => {
  it('are distinct, of every kind, and the same for the same seed', () => {
    const mix = addressMix(facts, 600, 7);
    expect(new Set(mix.map(({ path }) => path)).size).toBe(600);
    expect(new Set(mix.map(({ kind }) => kind)).size).toBe(9);
    expect(addressMix(facts, 600, 7)).toEqual(mix);
    expect(addressMix(facts, 600, 8)).not.toEqual(mix);
  });

  it('name facet values of the data, in the path and in the query', () => {
    const paths = addressMix(facts, 600, 7).map(({ path }) => path);
    expect(paths.some((path) => /^\/jobs\/(on-site|hybrid)\/health/.test(path) || /^\/jobs\/health\//.test(path))).toBe(
      true,
    );
    expect(paths.some((path) => /^\/jobs\?.*industry=2001/.test(path))).toBe(true);
    for (const path of paths)
      expect(new URL(path, 'http://localhost').pathname).toMatch(/^\/jobs(\/(on-site|hybrid|health)){0,2}$/);
  });

  it('fail with an error if there is too little data', () => {
    expect(() => addressMix({ ...facts, jobs: 30, sample: facts.sample.slice(0, 1) }, 5000)).toThrow(
      /only \d+ addresses/,
    );
  });
});
