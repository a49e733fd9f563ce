import { DEMO_PROFILES } from '#contract/backend/backend.js';
import { vocabularies, type VocabularyId } from '../src/backend/reference/taxonomy/vocabularies.js';
import { generateDemoData } from './generate.js';
import type { DemoAddress, DemoJob, DemoProfile } from './generate.js';

const now = new Date('2026-03-10T09:30:00Z');
const profiles: readonly DemoProfile[] = DEMO_PROFILES;
const data = {
  international: generateDemoData({ profile: 'international', now }),
  canada: generateDemoData({ profile: 'canada', now }),
  britain: generateDemoData({ profile: 'britain', now }),
  europe: generateDemoData({ profile: 'europe', now }),
};

const roughBoxes: Record<string, readonly [south: number, north: number, west: number, east: number]> = {
  CA: [41.6, 84, -141.1, -52.5],
  US: [24, 49.5, -125, -66],
  GB: [49.8, 61, -8.7, 1.8],
  IE: [51.3, 55.5, -10.7, -5.9],
  KE: [-4.8, 5.1, 33.8, 42],
  DE: [47.2, 55.1, 5.8, 15.1],
  AT: [46.3, 49.1, 9.5, 17.2],
  CH: [45.8, 47.9, 5.9, 10.5],
  FR: [41.3, 51.2, -5.2, 9.7],
  BE: [49.4, 51.6, 2.5, 6.5],
};

function slugsOf(vocabulary: VocabularyId): Set<string> {
  return new Set(vocabularies[vocabulary].map((term) => term.slug));
}

function sentencesOf(html: string): string[] {
  return html
    .replace(/<[^>]+>/g, '\n')
    .split(/(?<=[.!?”“»])\s+|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 12);
}

function openingOf(job: DemoJob): string {
  const firstParagraph = /<p>(?!<strong>)(.*?)<\/p>/.exec(job.description)?.[1] ?? '';
  return sentencesOf(firstParagraph)[0] ?? '';
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

function isInside(address: DemoAddress): boolean {
  const box = roughBoxes[address.countryCode];
  if (box === undefined) return false;
  const [south, north, west, east] = box;
  return address.lat >= south && address.lat <= north && address.lon >= west && address.lon <= east;
}

describe('vocabularies', () => {
  const terms = Object.values(vocabularies).flat();

  it('never use a term id or a slug twice', () => {
    expect(new Set(terms.map((term) => term.tid)).size).toBe(terms.length);
    expect(new Set(terms.map((term) => term.slug)).size).toBe(terms.length);
  });

  it('have slugs that are valid in an address, and a label in every language', () => {
    for (const term of terms) {
      expect(term.slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(Object.values(term.label).every((label) => label.length > 0)).toBe(true);
    }
  });

  it('offer more than thirty occupations', () => {
    expect(vocabularies.occupation.length).toBeGreaterThan(30);
  });
});

const share = (profile: DemoProfile, language: string): number =>
  data[profile].jobs.filter((job) => job.language === language).length / data[profile].jobs.length;

describe('generateDemoData', () => {
  it('generates the same data for the same seed, and other data for another seed', () => {
    const small = { profile: 'international', now, jobs: 120, organizations: 30 } as const;
    expect(generateDemoData(small)).toEqual(generateDemoData(small));
    expect(generateDemoData({ ...small, seed: 7 }).jobs[0]).not.toEqual(generateDemoData(small).jobs[0]);
  });

  it('generates the requested numbers of jobs and organizations', () => {
    const few = generateDemoData({ profile: 'canada', now, jobs: 37, organizations: 9 });
    expect([few.jobs.length, few.organizations.length]).toEqual([37, 9]);
    expect([data.canada.jobs.length, data.canada.organizations.length]).toEqual([2100, 160]);
  });

  it('has the planned share of each language', () => {
    expect(share('international', 'en')).toBeCloseTo(0.6, 2);
    expect(share('international', 'de')).toBeCloseTo(0.22, 2);
    expect(share('international', 'fr')).toBeCloseTo(0.18, 2);
    expect(share('canada', 'fr')).toBeCloseTo(0.15, 2);
    expect(share('canada', 'de')).toBe(0);
  });

  it('keeps the Canadian board in Canada', () => {
    expect(data.canada.organizations.every((organization) => organization.address.countryCode === 'CA')).toBe(true);
    expect(data.canada.jobs.every((job) => job.salary === undefined || job.salary.currency === 'CAD')).toBe(true);
  });

  it('keeps the British board in Britain, and the European one in its countries and languages', () => {
    const countries = (profile: DemoProfile) =>
      [...new Set(data[profile].organizations.map(({ address }) => address.countryCode))].sort();
    expect(countries('britain')).toEqual(['GB']);
    expect(data.britain.jobs.every(({ language }) => language === 'en')).toBe(true);
    expect(data.britain.jobs.every(({ salary }) => salary === undefined || salary.currency === 'GBP')).toBe(true);
    expect(countries('europe')).toEqual(['AT', 'BE', 'CH', 'DE', 'FR', 'GB', 'IE']);
    expect(share('europe', 'de')).toBeCloseTo(0.42, 2);
    expect(share('europe', 'fr')).toBeCloseTo(0.34, 2);
  });

  it.each([2, 3])('works with any seed: %i', (seed) => {
    for (const profile of profiles)
      expect(generateDemoData({ profile, now, seed }).jobs).toHaveLength(data[profile].jobs.length);
  });

  describe.each(profiles)('%s', (profile) => {
    const { jobs, organizations } = data[profile];

    it('uses only slugs of the vocabularies', () => {
      const known = {
        industry: slugsOf('industry'),
        occupation: slugsOf('occupation'),
        employment: slugsOf('employment_type'),
        experience: slugsOf('experience'),
        remote: slugsOf('remote_options'),
        degree: slugsOf('degree_level'),
        benefit: slugsOf('benefit'),
        size: slugsOf('organization_size'),
      };
      for (const organization of organizations) {
        expect(known.industry).toContain(organization.industry);
        expect(known.size).toContain(organization.size);
        for (const benefit of organization.benefits) expect(known.benefit).toContain(benefit);
      }
      for (const job of jobs) {
        for (const slug of job.industries) expect(known.industry).toContain(slug);
        for (const slug of job.occupations) expect(known.occupation).toContain(slug);
        for (const slug of job.employmentTypes) expect(known.employment).toContain(slug);
        for (const slug of job.benefits) expect(known.benefit).toContain(slug);
        expect(known.experience).toContain(job.experience);
        expect(known.remote).toContain(job.remote);
        if (job.degreeLevel !== undefined) expect(known.degree).toContain(job.degreeLevel);
      }
    });

    it('gives every organization and job a unique key', () => {
      const keys = new Set(organizations.map((organization) => organization.key));
      expect(keys.size).toBe(organizations.length);
      expect(new Set(organizations.map((organization) => organization.name)).size).toBe(organizations.length);
      expect(new Set(jobs.map((job) => job.key)).size).toBe(jobs.length);
      expect(jobs.every((job) => keys.has(job.organization))).toBe(true);
    });

    it('hardly ever has the same job of the same organization in the same city twice', () => {
      const counts = countBy(jobs, (job) => [job.title, job.organization, job.address?.locality].join('|'));
      expect(jobs.length - counts.size).toBeLessThanOrEqual(jobs.length * 0.01);
    });

    it('never repeats a sentence within an advert', () => {
      for (const job of jobs) {
        const sentences = sentencesOf(job.description);
        expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
      }
    });

    it('lets at most four of ten consecutive jobs start with the same words', () => {
      const openings = jobs.map(openingOf);
      expect(openings).not.toContain('');
      for (let start = 0; start + 10 <= openings.length; start += 1) {
        const counts = countBy(openings.slice(start, start + 10), (opening) => opening);
        expect(Math.max(...counts.values())).toBeLessThanOrEqual(4);
      }
    });

    it('uses only the allowed tags, and leaves no placeholder', () => {
      for (const { text } of [
        ...jobs.map((job) => ({ text: job.description })),
        ...organizations.map((organization) => ({ text: organization.presentation })),
      ]) {
        expect(text.replace(/<\/?(?:p|h3|ul|li|strong)>/g, '')).not.toMatch(/[<>{}]|undefined/);
      }
    });

    it('places every address in its country', () => {
      for (const { address } of organizations)
        expect([address.locality, isInside(address)]).toEqual([address.locality, true]);
      for (const job of jobs) {
        if (job.address === undefined) expect(job.remote).toBe('remote');
        else expect([job.address.locality, isInside(job.address)]).toEqual([job.address.locality, true]);
      }
    });

    it('publishes in the last sixty days and never in the future', () => {
      for (const { publishedAt } of jobs) {
        expect(publishedAt.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(now.getTime() - publishedAt.getTime()).toBeLessThanOrEqual(60 * 86_400_000 + 60_000);
      }
    });

    it('has a few expired adverts and some without an end; the others end after today', () => {
      const ending = jobs.flatMap((job) => (job.expiresAt === undefined ? [] : [{ ...job, expiresAt: job.expiresAt }]));
      const over = ending.filter((job) => job.expiresAt <= now);
      expect(ending.every((job) => job.expiresAt > job.publishedAt)).toBe(true);
      expect(over.length / jobs.length).toBeGreaterThan(0.005);
      expect(over.length / jobs.length).toBeLessThan(0.04);
      expect(1 - ending.length / jobs.length).toBeCloseTo(0.15, 1);
    });

    it('has plausible salary ranges, in most adverts', () => {
      for (const { salary } of jobs) {
        if (salary === undefined) continue;
        expect(salary.min).toBeGreaterThan(0);
        expect(salary.max).toBeGreaterThanOrEqual(salary.min);
      }
      expect(jobs.filter((job) => job.salary !== undefined).length / jobs.length).toBeCloseTo(0.7, 1);
    });

    it('has realistic shares of hybrid and remote work', () => {
      const counts = countBy(jobs, (job) => job.remote);
      expect((counts.get('hybrid') ?? 0) / jobs.length).toBeCloseTo(0.3, 1);
      expect((counts.get('remote') ?? 0) / jobs.length).toBeCloseTo(0.15, 1);
    });

    it('uses only reserved domains', () => {
      for (const { website } of organizations) expect(new URL(website).hostname).toMatch(/\.example$/);
      for (const job of jobs) {
        if (job.applicationWorkflow === 'email')
          expect(job.applicationEmails?.[0]).toMatch(/^[a-z]+@[a-z0-9-]+\.example$/);
        if (job.applicationWorkflow === 'link')
          expect(new URL(job.applicationLink ?? '').hostname).toMatch(/\.example$/);
      }
    });
  });
});
