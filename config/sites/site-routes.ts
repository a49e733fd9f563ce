import { z } from 'zod';

export const SITE_LOCALES = ['en', 'en-GB', 'en-CA', 'de', 'fr'] as const;
type SiteLocale = (typeof SITE_LOCALES)[number];

/** Translated paths by locale (ROUTE-08); deeper paths inherit the translation, so `/resume/edit` is `/lebenslauf/edit`. */
const ROUTE_NAMES: Partial<Record<SiteLocale, Record<string, string>>> = {
  'en-GB': { '/resumes': '/cvs', '/resume': '/cv' },
  de: {
    '/resumes': '/bewerbersuche',
    '/resume': '/lebenslauf',
    '/organizations': '/arbeitgeber-suchen',
    '/contact': '/kontakt',
    '/apply': '/bewerben',
    '/applications': '/bewerbungen',
    '/application': '/bewerbung',
  },
  fr: {
    '/jobs': '/emploi',
    '/apply': '/postuler',
    '/applications': '/candidatures',
    '/application': '/candidature',
  },
};

/** Old URLs of previous versions (ROUTE-01). */
const REDIRECTS = [
  { from: '/app/accounts/login', to: '/user/login' },
  { from: '/app/e/login', to: '/user/login' },
  { from: '/app/accounts/signup', to: '/user/register/applicant' },
  { from: '/app/e/signup', to: '/user/register/recruiter' },
  { from: '/search', to: '/jobs' },
  { from: '/jobs/page/{page}', to: '/jobs?page={page}' },
  { from: '/company', to: '/organizations' },
  { from: '/country/ca', to: '/jobs/canada' },
];

const path = z.string().regex(/^(\/[a-z0-9-]+)+$/, 'is a path such as /organizations');
const pattern = z.string().regex(/^(\/([a-z0-9-]+|\{[a-z]+\}))+$/, 'is a path such as /jobs/page/{page}');
const target = z
  .string()
  .regex(/^\/([a-z0-9-]+(\/[a-z0-9-]+)*)?(\?[\w=&{}-]+)?$/, 'is a path of this site such as /jobs?page={page}');

const names = z.record(path, path).superRefine((given, context) => {
  const shown = Object.values(given);
  const twice = shown.find((name, index) => shown.indexOf(name) !== index);
  if (twice) context.addIssue(`${twice} is the name of two paths`);
  const both = shown.find((name) => name in given);
  if (both) context.addIssue(`${both} is the name of a path and a path with a name`);
});

const redirects = z.array(z.strictObject({ from: pattern, to: target })).superRefine((given, context) => {
  const froms = given.map(({ from }) => from);
  const twice = froms.find((from, index) => froms.indexOf(from) !== index);
  if (twice) context.addIssue(`${twice} is redirected twice`);
  for (const { from, to } of given) {
    const way = to.split('?')[0]!;
    const next = froms.find((other) => matcher(other).test(way));
    if (next) context.addIssue(`${from} leads to ${to}, which is redirected itself`);
    const unknown = [...to.matchAll(/\{[a-z]+\}/g)].map(([part]) => part).find((part) => !from.includes(part));
    if (unknown) context.addIssue(`${to} has ${unknown}, which ${from} has not`);
  }
});

function matcher(from: string): RegExp {
  return new RegExp(`^${from.replace(/\{[a-z]+\}/g, '[^/]+')}$`);
}

/** The configurable part of a site's routes. */
export const siteRoutes = z
  .strictObject({
    /** Translated paths by locale. */
    names: z.partialRecord(z.enum(SITE_LOCALES), names).default(ROUTE_NAMES),
    /** Permanent redirects, which keep the query. `{name}` matches one segment. */
    redirects: redirects.default(REDIRECTS),
    /** Paths at and below which URLs are written in lower case (ROUTE-03). */
    lowerCase: z
      .array(path)
      .default([
        '/jobs',
        '/organization',
        '/organizations',
        '/apply',
        '/application',
        '/applications',
        '/blog',
        '/contact',
        '/products',
        '/my-products',
        '/user',
        '/dashboard',
        '/admin',
      ]),
    /** Paths at and below which there are no landing pages: if the product has no page, the backend is not queried (ROUTE-04). */
    direct: z
      .array(path)
      .default([
        '/jobs',
        '/job',
        '/resume',
        '/organization',
        '/apply',
        '/application',
        '/applications',
        '/user',
        '/contact',
        '/blog',
        '/products',
        '/my-products',
        '/checkout',
        '/dashboard',
        '/admin',
        '/router',
      ]),
    /** Other hosts to which the backend may redirect. */
    redirectHosts: z.array(z.hostname()).default([]),
  })
  .prefault({});
