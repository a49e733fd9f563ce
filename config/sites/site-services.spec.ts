import { siteConsent, siteServices } from './site-services.js';

describe('the services of a site', () => {
  it('[CONSENT-02] are by default those for which a page asks in place of their content', () => {
    expect(siteServices.parse({})).toEqual({
      youtube: 'https://www.youtube-nocookie.com',
      vimeo: 'https://player.vimeo.com',
      maps: 'https://www.openstreetmap.org/export/embed.html',
    });
    expect(siteConsent.parse({})).toEqual({ provider: 'klaro', categories: {} });
  });

  it.each([
    ['google-tag-manager', 'GTM-ABC1234', 'G-ABC1234'],
    ['google-analytics', 'G-ABC1234567', 'UA-1234567-1'],
    ['google-analytics-legacy', 'UA-1234567-1', 'UA-1234567'],
    ['google-ad-manager', '/1234567/jobs/results', 'jobs'],
    ['meta-pixel', '123456789012345', "1');alert(1"],
    ['geocoding', 'https://photon.example.org/api', 'photon.example.org'],
    ['audience-measurement', 'https://measure.example.org/script.js', 'javascript:alert(1)'],
    ['heatmap', 'https://www.clarity.ms/tag/abc', 'data:text/javascript,x'],
    ['maps', 'https://maps.example.org/embed.html', 'maps'],
  ])('[CONSENT-02] %s is enabled only by a value such as %s', (service, right, other) => {
    expect(siteServices.safeParse({ [service]: right }).success).toBe(true);
    expect(siteServices.safeParse({ [service]: other }).error?.issues[0]?.path).toEqual([service]);
  });
});
