import { MessageSets } from './catalogues.js';

const site = { name: 'a-site', texts: { de: { 'home.title': 'Unser Titel' } } };
const catalogues = {
  en: { home: { title: 'Title', more: { deep: 'Deep' } } },
  'en-GB': { home: { more: { deep: 'Deep indeed' } } },
  de: { home: { title: 'Titel' } },
};
const given = new MessageSets(
  () => catalogues,
  () => undefined,
);

describe('translations', () => {
  it('[I18N-01] are flat and complete, and the site’s own texts take precedence', () => {
    expect(given.messages(site, 'en-GB')).toEqual({ 'home.title': 'Title', 'home.more.deep': 'Deep indeed' });
    expect(given.messages(site, 'de')).toEqual({ 'home.title': 'Unser Titel', 'home.more.deep': 'Deep' });
  });

  it.each([
    ['en-GB', 'en-GB'],
    ['EN-gb', 'en-GB'],
    ['en_GB', 'en-GB'],
    ['de-AT', 'de'],
    ['fr', undefined],
    ['__proto__', undefined],
    ['', undefined],
    ['x'.repeat(10_000), undefined],
  ])('[I18N-01] %.20s is read as %s', (asked, locale) => {
    expect(given.knownLocale(asked)).toBe(locale);
  });

  it('[I18N-01] that cannot be loaded are logged, and an empty set is used', () => {
    const told: unknown[] = [];
    const unreadable = new Error('unreadable');
    const broken = new MessageSets(
      () => {
        throw unreadable;
      },
      (error) => told.push(error),
    );
    expect(broken.messages(site, 'en')).toEqual({});
    expect(broken.knownLocale('en')).toBeUndefined();
    expect(told).toEqual([unreadable, unreadable]);
  });
});
