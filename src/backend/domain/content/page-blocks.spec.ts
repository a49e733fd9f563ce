import { RETENTION_KINDS } from '#contract/retention/retention-periods.js';
import { withPeriods } from './page-blocks.js';
import { readSeededPages } from './seed-content.js';

const site = { countries: ['GB'], retention: { applications: 7, auditEvents: 100 } };

describe('periods in the text of a page', () => {
  it.each([
    ['en', '7 months', '3 years', '100 days', '7 days'],
    ['de', '7 Monate', '3 Jahre', '100 Tage', '7 Tage'],
    ['fr', '7 mois', '3 ans', '100 jours', '7 jours'],
  ])('are those of the site, in %s', (language, ...said) => {
    const text = '{kept:applications}, {kept:postings}, {kept:auditEvents}, {kept:emails}';
    expect(withPeriods(text, site, language).replaceAll('\u00a0', ' ')).toBe(said.join(', '));
  });

  it('follow the law of the site’s country, if it has one', () => {
    expect(withPeriods('{kept:interviewedApplications}', { countries: ['CA'] }, 'en')).toBe('3 years');
    expect(withPeriods('{kept:interviewedApplications}', { countries: ['GB'] }, 'en')).toBe('1 year');
  });

  it('leave unknown kinds unchanged', () => {
    expect(withPeriods('{kept:nothing} {kept:expiredAccess} {name}', site, 'en')).toBe(
      '{kept:nothing} {kept:expiredAccess} {name}',
    );
  });

  it('cover all placeholders of the privacy policy', () => {
    const { text } = readSeededPages().find(({ slug }) => slug === '/privacy-policy')!;
    for (const [language, { body }] of Object.entries(text)) {
      const named = [...body.matchAll(/\{kept:(\w+)\}/g)].map(([, kind]) => kind);
      expect(named).toEqual(expect.arrayContaining(['applications', 'resumes', 'unusedAccounts', 'emails']));
      expect(named.filter((kind) => !RETENTION_KINDS.some((known) => known === kind))).toEqual([]);
      expect(withPeriods(body, site, language)).not.toMatch(/[{}]/);
    }
  });
});
