import { BehaviorSubject } from 'rxjs';
import type { I18nService as Service } from 'nestjs-i18n';
import { readCatalogues } from '#shared/translations/catalogues.js';
import { translator } from '#shared/text/translator.js';

// nestjs-i18n requires Nest, which Jest can load only when it has been imported completely.
await import('@nestjs/common');
const { I18nService } = await import('nestjs-i18n');
const { Translations } = await import('./translations.module.js');

const catalogues = readCatalogues('pages');

function serviceOf(texts: unknown): Service {
  const logger = { error: () => undefined } as never;
  const translations = new BehaviorSubject(texts) as never;
  const languages = new BehaviorSubject(Object.keys(catalogues));
  return new I18nService(
    { fallbackLanguage: 'en', loaders: [] },
    translations,
    languages,
    logger,
    [],
    languages,
    translations,
  );
}

describe('[I18N-01] messages of the server', () => {
  const site = { name: 'one', texts: { en: { 'home.own': 'Own' }, 'en-GB': { 'home.own': 'Own, in Britain' } } };
  const translations = new Translations(serviceOf(catalogues));

  it.each(['en', 'en-GB', 'en-CA', 'de', 'fr', 'fr-CA'])('are the same in %s as those of pages', (locale) => {
    const messages = translations.messages(site, locale);
    const ofPages = translator(locale, messages);
    const ofServer = translations.translate(site, locale);
    const values = { max: 1234, name: 'Hilfe e. V.', count: 2 };
    for (const key of Object.keys(messages)) {
      const plain = key.replace(/_(?:one|other|many)$/, '');
      expect([key, ofServer(plain, values), ofServer(key)]).toEqual([key, ofPages(plain, values), ofPages(key)]);
    }
  });

  it('are a site’s own texts if it has some, and the key if there is no message', () => {
    expect(translations.translate(site, 'en-GB')('home.own')).toBe('Own, in Britain');
    expect(translations.translate(site, 'de')('home.own')).toBe('home.own');
    expect(translations.translate(site, 'en')('no.such.key')).toBe('no.such.key');
  });

  it('are the keys, without an error, if there are no catalogues', () => {
    const broken = new Translations(serviceOf(undefined));
    expect(broken.translate({ texts: {} }, 'en')('limits.waitSeconds', { count: 1 })).toBe('limits.waitSeconds');
  });
});
