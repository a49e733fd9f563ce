import fc from 'fast-check';
import { readAddress } from './request-address.js';
import { readRouter, toRouter } from './router.js';

describe('[ROUTE-04] the router', () => {
  it('gets the path in its parameter, besides the query of the URL', () => {
    const query = new URLSearchParams('utm=x');
    const rewritten = toRouter({ path: '/de/ueber-uns', query });
    expect([rewritten.path, rewritten.query.toString()]).toEqual(['/router', 'utm=x&router=%2Fde%2Fueber-uns']);
    expect(query.toString()).toBe('utm=x');
  });

  it('restores the requested URL for any input', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const read = readAddress(`/${path}?${query}`);
        if (!read.ok) return;
        const asked = readRouter(toRouter(read.address));
        expect(asked.target).toBe(read.address.path);
        expect(asked.query.has('router')).toBe(false);
        const others = new URLSearchParams(read.address.query);
        others.delete('router');
        expect(asked.query.toString()).toBe(others.toString());
      }),
    );
  });
});
