import type { PageRequest } from '#contract/pages/page-request.js';
import { articleJsonLd, isChangedLater, previewPicture, type ShownArticle } from './news-links';

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

describe('the picture of an article for other sites', () => {
  const request = {
    origin: 'https://jobs.example',
    href: (path: string) => path,
    site: { title: 'Jobs', assets: { icon: '/icon.svg', ogImage: '/og.png' } },
  } as unknown as PageRequest;

  it.each([
    ['of this site', '/files/1/a.webp', '/files/1/a.webp?w=1280', 'https://jobs.example/files/1/a.webp?w=1280'],
    ['of another host', 'https://cdn.example/a.webp', 'https://cdn.example/a.webp', 'https://cdn.example/a.webp'],
    ['that is a drawing', '/files/1/a.svg', undefined, 'https://jobs.example/og.png'],
    ['that is a drawing of another host', 'https://cdn.example/a.svg', undefined, 'https://jobs.example/og.png'],
    ['that is missing', undefined, undefined, 'https://jobs.example/og.png'],
  ])('%s has an absolute address in structured data', (_which, url, preview, image) => {
    const picture = url === undefined ? null : { url, alt: '' };
    const article = { title: 'A', tags: [], url: { path: '/blog/a' }, picture } as unknown as ShownArticle;
    expect(previewPicture(article)).toBe(preview);
    expect(articleJsonLd(article, request)).toMatchObject({ image: [image] });
  });
});
