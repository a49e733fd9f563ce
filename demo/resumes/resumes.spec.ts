import { inventResumes } from './resumes.js';

it('[SEARCH-08] recruiters of the usual demo site have at least five hundred different people to search', () => {
  const employers = (['en', 'de', 'fr'] as const).map((language) => ({
    name: `Aid ${language}`,
    language,
    country: null,
  }));
  const people = inventResumes({ profile: 'international', now: new Date('2026-11-20T12:00:00Z'), employers });
  expect(people.length).toBeGreaterThanOrEqual(500);
  expect(new Set(people.map(({ key }) => key)).size).toBe(people.length);
});
