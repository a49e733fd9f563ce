import { textIn, translator } from './translator.js';

describe('translator', () => {
  const t = translator('en', {
    'jobs.total_one': 'one job',
    'jobs.total_other': '{count} jobs',
    hello: 'Hello {name}',
  });

  it('fills in names and formats numbers', () => {
    expect(t('hello', { name: 'Ada' })).toBe('Hello Ada');
    expect(t('jobs.total', { count: 1 })).toBe('one job');
    expect(t('jobs.total', { count: 1234 })).toBe('1,234 jobs');
  });

  it('does not double the full stop of a name that ends a sentence', () => {
    const to = translator('en', {
      end: 'It goes to {name}. They read it.',
      wait: 'Asking {name}...',
      mid: 'At {name}, now',
    });
    expect(to('end', { name: 'Hilfe e. V.' })).toBe('It goes to Hilfe e. V. They read it.');
    expect(to('end', { name: 'Help' })).toBe('It goes to Help. They read it.');
    expect(to('wait', { name: 'Hilfe e. V.' })).toBe('Asking Hilfe e. V....');
    expect(to('mid', { name: 'Hilfe e. V.' })).toBe('At Hilfe e. V., now');
  });

  it('leaves unknown keys and unknown names unchanged', () => {
    expect(t('nowhere')).toBe('nowhere');
    expect(t('hello', { other: 'x' })).toBe('Hello {name}');
  });

  it('chooses plural forms by the rules of the language', () => {
    const fr = translator('fr', { x_one: 'une offre', x_other: '{count} offres' });
    expect(fr('x', { count: 0 })).toBe('une offre');
  });
});

it('selects the text of a locale, or else that of its language, or else the English one', () => {
  const texts = { en: 'Organizations', 'en-GB': 'Organisations', de: 'Organisationen' };
  expect(['en-GB', 'en-CA', 'de-AT', 'fr'].map((locale) => textIn(texts, locale))).toEqual([
    'Organisations',
    'Organizations',
    'Organisationen',
    'Organizations',
  ]);
  expect(textIn({ de: 'Organisationen' }, 'fr')).toBeUndefined();
});
