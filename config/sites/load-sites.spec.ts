import { parseServerConfig } from '../../src/backend/server-config.js';
import { backendSiteOf, knownSites, loadSite } from './load-sites.js';

describe('the part of a site that the backend gets', () => {
  it.each(knownSites())('%s is the same in the web process and in a separate backend process', async (name) => {
    const site = backendSiteOf(await loadSite(name));
    const read = parseServerConfig(JSON.stringify({ sites: [site] }));
    expect(read).toMatchObject({ sites: [JSON.parse(JSON.stringify(site)) as object] });
  });

  it('includes the texts of the site itself', async () => {
    expect(backendSiteOf(await loadSite('uk')).texts).toHaveProperty('en-GB');
  });
});
