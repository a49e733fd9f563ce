import fc from 'fast-check';
import { jobPath, slugify } from './paths.js';

describe('paths', () => {
  it.each([
    ['Social Worker (Part-time)', 'social-worker-part-time'],
    ['Développeur·euse d’applications', 'developpeur-euse-d-applications'],
    ['Straßensozialarbeit (m/w/d)', 'strassensozialarbeit-m-w-d'],
    ['招聘', 'x'],
  ])('%s becomes %s', (title, slug) => {
    expect(slugify(title)).toBe(slug);
    expect(jobPath('7', title)).toBe(`/job/7/${slug}`);
  });

  it('are plain for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        /^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/.test(slugify(text)),
      ),
    );
  });
});
