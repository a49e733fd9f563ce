import { preferredLocale } from './site-paths.js';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['es, fr-CA;q=0.5', 'fr'],
  ['en;q=0.1, fr;q=0.2', 'fr'],
  ['de;q=0, *', 'en'],
  ['nonsense;;;q=x,,,', 'en'],
  ['x'.repeat(5000), 'en'],
])('[ROUTE-09] the preferred locale for %j is %s', (accepted, locale) => {
  expect(preferredLocale(['en', 'de', 'fr'], accepted)).toBe(locale);
});
