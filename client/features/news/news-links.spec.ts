import { isChangedLater } from './news-links';

describe('a change of an article', () => {
  it.each([
    ['in the evening of the same day', '2026-11-20T15:00:00Z', '2026-11-21T01:30:00Z', false],
    ['on the day after an evening', '2026-11-20T01:00:00Z', '2026-11-20T20:00:00Z', true],
    ['on a later day', '2026-11-20T15:00:00Z', '2026-11-23T15:00:00Z', true],
    ['never', '2026-11-20T15:00:00Z', '2026-11-20T15:00:00Z', false],
  ])('%s is judged by the dates of the site', (_when, publishedAt, updatedAt, isLater) => {
    expect(isChangedLater({ publishedAt, updatedAt }, 'America/Toronto')).toBe(isLater);
  });
});
