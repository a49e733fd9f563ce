import { parseServerConfig } from '../../src/backend/server-config.js';
import { backendSiteOf } from './backend-site.js';
import { knownSites, loadSite } from './load-sites.js';

describe('what the backend knows of a site', () => {
  it.each(knownSites())('%s is the same in its process and in one of its own', async (name) => {
    const site = backendSiteOf(await loadSite(name));
    const read = parseServerConfig(JSON.stringify({ sites: [site] }));
    expect(read).toMatchObject({ sites: [JSON.parse(JSON.stringify(site)) as object] });
  });

  it('includes the words that the site has of its own', async () => {
    expect(backendSiteOf(await loadSite('uk')).texts).toHaveProperty('en-GB');
  });
});
