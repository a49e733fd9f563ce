import { textsOf } from './site-texts.js';

const TITLE = 'sitemaps.title';
const values = { site: 'Good Jobs' };

describe('textsOf', () => {
  it.each([
    ['de', 'de', 'Sitemap von Good Jobs'],
    ['de-AT', 'de', 'Sitemap von Good Jobs'],
    ['en-CA', 'en-CA', 'Sitemap of Good Jobs'],
    ['pt', 'en', 'Sitemap of Good Jobs'],
    ['__proto__', 'en', 'Sitemap of Good Jobs'],
  ])('[I18N-01] has the texts of %s', (wanted, locale, title) => {
    const texts = textsOf({}, wanted);
    expect([texts.locale, texts.t(TITLE, values)]).toEqual([locale, title]);
  });

  it('[I18N-01] uses a site’s own texts, with those of the locale overriding those of the language', () => {
    const site = {
      locales: ['en-IE', 'de'],
      texts: { en: { [TITLE]: 'Pages of {site}', 'sitemaps.home': 'Start' }, 'en-IE': { [TITLE]: 'All of {site}' } },
    };
    const irish = textsOf(site, 'en-IE');
    expect([irish.locale, irish.t(TITLE, values), irish.t('sitemaps.home')]).toEqual([
      'en-IE',
      'All of Good Jobs',
      'Start',
    ]);
    expect(textsOf(site, 'en').t(TITLE, values)).toBe('All of Good Jobs');
    expect(textsOf(site, 'de').t(TITLE, values)).toBe('Sitemap von Good Jobs');
  });

  it('[I18N-01] contains no texts of pages', () => {
    expect(textsOf({}, 'en').t('home.promise')).toBe('home.promise');
  });
});
