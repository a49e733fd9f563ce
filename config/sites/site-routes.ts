import { z } from 'zod';

export const SITE_LOCALES = ['en', 'en-GB', 'en-CA', 'de', 'fr'] as const;
type SiteLocale = (typeof SITE_LOCALES)[number];

/** How locales write paths (ROUTE-08); what lies below a path follows it, so `/resume/edit` is `/lebenslauf/edit`. */
const ROUTE_NAMES: Partial<Record<SiteLocale, Record<string, string>>> = {
  'en-GB': { '/resumes': '/cvs', '/resume': '/cv' },
  de: {
    '/resumes': '/bewerbersuche',
    '/resume': '/lebenslauf',
    '/organizations': '/arbeitgeber-suchen',
    '/contact': '/kontakt',
  },
  fr: { '/jobs': '/emploi' },
};

const path = z.string().regex(/^(\/[a-z0-9-]+)+$/, 'is a path such as /organizations');

const names = z.record(path, path).superRefine((given, context) => {
  const shown = Object.values(given);
  const twice = shown.find((name, index) => shown.indexOf(name) !== index);
  if (twice) context.addIssue(`${twice} is the name of two paths`);
  const both = shown.find((name) => name in given);
  if (both) context.addIssue(`${both} is the name of a path and a path with a name`);
});

/** The routes of a site, as far as sites differ in them. */
export const siteRoutes = z
  .strictObject({
    /** By locale. */
    names: z.partialRecord(z.enum(SITE_LOCALES), names).default(ROUTE_NAMES),
  })
  .prefault({});
