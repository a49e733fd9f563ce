import { PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

describe.each(PRODUCTS)('the campaign of a visit, %s', (_name, url) => {
  it('[PAGE-05] is remembered on sites that configure its parameter', async () => {
    const META = 'meta[name="creation-source"]';
    const named = await new SiteUnderTest(url, 'charity-ca').page('/');
    expect(named.$(META).attr('content')).toBe('utm_source');
    expect((await new SiteUnderTest(url).page('/')).$(META).length).toBe(0);
  });
});
