import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { knownSites, loadSite, SiteError, siteFolder } from './load-sites.js';
import { DEFAULT_RESUME_RULES } from '#contract/resume-form/resume-form.js';
import { siteSchema, type Theme } from './site.schema.js';

const sites = knownSites();
const require = createRequire(import.meta.url);

/** Returns the contrast ratio of two colours (WCAG 2.2, 1.4.3). */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe.each(sites)('site %s', (name) => {
  it.each(['light', 'dark'] as const)('[SITE-05] has readable colours in its %s scheme', async (scheme) => {
    const { theme } = await loadSite(name);
    const palette = theme[scheme] as Theme['light'];
    for (const ground of ['ground', 'surface', 'accentSoft'] as const) {
      for (const text of ['ink', 'inkSoft', 'accent', 'good', 'warn', 'bad'] as const) {
        expect({ text, ground, enough: contrast(palette[text], palette[ground]) >= 4.5 }).toEqual({
          text,
          ground,
          enough: true,
        });
      }
      expect(contrast(palette.focus, palette[ground])).toBeGreaterThanOrEqual(3);
    }
    expect(contrast(palette.accentInk, palette.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.ink, palette.mark)).toBeGreaterThanOrEqual(4.5);
  });

  it('has its own small font file and small illustration', async () => {
    const site = await loadSite(name);
    expect(statSync(require.resolve(site.theme.font.file)).size).toBeLessThanOrEqual(45_000);
    const drawing = readFileSync(join(siteFolder(name), site.illustration), 'utf8');
    expect(drawing.length).toBeLessThanOrEqual(12_288);
    expect(drawing).not.toMatch(/<script|href=/);
  });
});

describe('the time zone of a site', () => {
  it('must be in the IANA database, otherwise the site does not start', () => {
    const read = (timeZone?: string) => siteSchema.shape.timeZone.safeParse(timeZone);
    expect(read('America/St_Johns').data).toBe('America/St_Johns');
    expect(read().data).toBe('UTC');
    for (const wrong of ['Toronto', '-05:00', '', 'Mars/Olympus_Mons'])
      expect(read(wrong).error?.issues[0]?.message).toMatch(/time zone of the IANA database/);
  });

  it.each([
    ['default', 'Europe/London'],
    ['charity-ca', 'America/Toronto'],
    ['uk', 'Europe/London'],
    ['europe', 'Europe/Berlin'],
  ])('of %s is %s', async (name, timeZone) => {
    expect((await loadSite(name)).timeZone).toBe(timeZone);
  });
});

describe('[SITE-03] the sites', () => {
  it('britain: English (GB) only, /cvs and /cv', async () => {
    const { locales, routes, currencyPosition } = await loadSite('uk');
    expect({ locales, currencyPosition }).toEqual({ locales: ['en-GB'], currencyPosition: 'before' });
    expect(routes.names['en-GB']).toEqual({ '/resumes': '/cvs', '/resume': '/cv' });
  });

  it('europe: three languages, generated job descriptions, jobs by form and file, no salutation, a duration, 25 km', async () => {
    const { locales, features, jobForm, resumeForm, search } = await loadSite('europe');
    expect({ locales, jobForm, resumeForm, radius: search.defaultRadius, ai: features.aiDescription }).toEqual({
      locales: ['en', 'de', 'fr'],
      jobForm: { types: ['job_per_template', 'job_per_file'], cvDuration: true, review: false, days: 30, fields: {} },
      resumeForm: { ...DEFAULT_RESUME_RULES, salutation: false },
      radius: 25,
      ai: true,
    });
  });

  it('[SITE-10] the others keep the defaults', async () => {
    const { features, jobForm, resumeForm, search, sharing, currencyPosition } = await loadSite('default');
    expect({ ai: features.aiDescription, jobForm, resumeForm, radius: search.defaultRadius }).toEqual({
      ai: false,
      jobForm: {
        types: ['job_per_template', 'job_per_link', 'job_per_file'],
        cvDuration: false,
        review: false,
        days: 30,
        fields: {},
      },
      resumeForm: DEFAULT_RESUME_RULES,
      radius: 100,
    });
    expect(sharing).toContain('xing');
    expect(currencyPosition).toBe('after');
  });

  it.each([
    ['default', false],
    ['charity-ca', true],
    ['uk', true],
    ['europe', false],
  ])('[AUTH-19] whether a person approves the recruiters of %s: %s', async (name, isOn) => {
    expect((await loadSite(name)).features.recruiterApproval).toBe(isOn);
  });

  it('circular redirects and duplicate path names abort the start', () => {
    const wrong = (routes: object) => siteSchema.shape.routes.safeParse(routes).error?.issues[0]?.message;
    const names = (de: Record<string, string>) => wrong({ names: { de } });
    expect(names({ '/a': '/x', '/b': '/x' })).toBe('/x is the name of two paths');
    expect(names({ '/a': '/b', '/b': '/c' })).toBe('/b is the name of a path and a path with a name');
    const redirects = (...given: [string, string][]) => wrong({ redirects: given.map(([from, to]) => ({ from, to })) });
    expect(redirects(['/a', '/b'], ['/b', '/a'])).toBe('/a leads to /b, which is redirected itself');
    expect(redirects(['/a/{x}', '/a/b'])).toBe('/a/{x} leads to /a/b, which is redirected itself');
    expect(redirects(['/a', '/b?c={x}'])).toBe('/b?c={x} has {x}, which /a has not');
    expect(redirects(['/a', '//evil.example'])).toMatch(/is a path of this site/);
    expect(redirects(['/a', 'https://evil.example'])).toMatch(/is a path of this site/);
  });
});

it('[SITE-01] the error for an unknown site lists the known ones', async () => {
  await expect(loadSite('nowhere')).rejects.toThrow(SiteError);
  await expect(loadSite('nowhere')).rejects.toThrow(/charity-ca, default, europe, uk/);
});

it('rejects retention periods below the legal minimum of the home country, or outside the range of their kind', async () => {
  const { site } = (await import('./charity-ca/site.js')) as { site: object };
  const wrong = (changes: object) =>
    siteSchema
      .safeParse({ ...site, ...changes })
      .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  expect(wrong({ retention: { postings: 36, applications: 6 } })).toBeUndefined();
  expect(wrong({ retention: { postings: 24 } })).toEqual([
    "retention.postings must be at least 36 (months) because of the law of the site's home CA",
  ]);
  expect(wrong({ countries: ['GB', 'CA'], retention: { postings: 24 } })).toBeUndefined();
  expect(wrong({ retention: { applications: 1 } })).toEqual([expect.stringMatching(/^retention.applications .*3/)]);
  expect(wrong({ retention: { uploads: 3 } })).toEqual([expect.stringContaining('uploads')]);
});
