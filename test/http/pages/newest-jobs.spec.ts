import { PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

describe.each(PRODUCTS)('newest jobs of the home page, %s', (_name, url) => {
  it.each(['default', 'charity-ca', 'uk', 'europe'] as const)(
    '[SEARCH-11] are six jobs of different employers, on %s',
    async (name) => {
      const page = await new SiteUnderTest(url, name).page(name === 'europe' ? '/de' : '/');
      const employers = page.texts('main ol:has(a[data-job]) h3 + p');
      expect(employers).toHaveLength(6);
      expect(new Set(employers).size).toBe(6);
    },
  );
});
