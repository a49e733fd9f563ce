import {
  type JobCardFragment,
  JobDetailDocument,
  JobEmployerDocument,
  type JobDetailsFragment,
  SimilarJobsDocument,
} from '#contract/generated/operations.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import { translator, type Translate } from '#shared/text/translator.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { breadcrumbJsonLd, type StructuredDataPage } from '../../lib/structured-data';
import { absolute, excerpt } from '../../lib/head';
import { lookUp, NO_SUCH_PAGE } from '../../lib/lookup';
import { absentContent, absentPage, type PageData } from '../../lib/page-data';

/** Google's employment types by slug (contracts §5). */
const EMPLOYMENT_TYPES: Record<string, string> = {
  'full-time': 'FULL_TIME',
  'part-time': 'PART_TIME',
  contract: 'CONTRACTOR',
  temporary: 'TEMPORARY',
  internship: 'INTERN',
  volunteer: 'VOLUNTEER',
  'per-diem': 'PER_DIEM',
};

const FULLY_REMOTE = 'remote';

export interface JobPageData extends PageData {
  job: JobDetailsFragment;
  /** The breadcrumb: home, all jobs, the job's field, the job. */
  trail: { name: string; path: string }[];
  /** Still a promise if it takes long: the page does not wait for it. */
  similar: readonly JobCardFragment[] | Promise<readonly JobCardFragment[]>;
}

const GONE = 410;
/** Maximum time that the page waits for similar jobs, in milliseconds. Later ones need a script to be inserted. */
const SIMILAR_PATIENCE_MS = 150;

export async function load(request: PageRequest): Promise<JobPageData | PageData> {
  const id = request.route?.id;
  if (!id) return absentPage(request, NO_SUCH_PAGE);
  const found = lookUp(await request.graphql(JobDetailDocument, { id }), (data) => data.job);
  if (found.kind !== 'found') return absentContent(request, found);
  const job = found.value;
  const isPublished = job.state === 'published';
  // Not public, or the response contains the visitor's own application.
  if (!job.closed && (!isPublished || job.ownApplication)) request.respond({ personal: true });
  if (job.closed) request.respond({ status: GONE });
  else if (job.expiration) request.respond({ validUntil: new Date(job.expiration) });
  const page = { origin: request.origin, href: request.href, siteTitle: request.site.title };
  const [isEmployerNamed, similar] = await Promise.all([namesEmployer(request, job), similarJobs(request, id)]);
  const posting = isPublished ? jobPostingJsonLd(job, page, isEmployerNamed) : undefined;
  const trail = jobTrail(job, translator(request.locale, request.messages));
  return {
    head: {
      title: `${job.title} – ${job.organization.name}`,
      description: excerpt(job.description),
      canonical: job.url.path,
      image: job.organization.logo?.url,
      ogType: 'article',
      robots: isPublished ? undefined : 'noindex',
      metatags: request.route?.metatags,
      translations: [{ language: job.language, path: job.url.path }],
      structuredData: posting ? [posting, breadcrumbJsonLd(trail, page)] : [],
    },
    job,
    trail,
    ...similar,
  };
}

function jobTrail({ title, url, industries }: JobDetailsFragment, t: Translate): JobPageData['trail'] {
  const field = industries[0];
  return [
    { name: t('layout.home'), path: '/' },
    { name: t('jobs.title.all'), path: '/jobs' },
    ...(field ? [{ name: field.label, path: `/jobs/${field.slug}` }] : []),
    { name: title, path: url.path },
  ];
}

/**
 * Whether the job names its employer. Only an organization without a page can stand for employers that are not named, so
 * nothing is requested for other jobs. A backend that does not know the difference names every employer.
 */
async function namesEmployer(request: PageRequest, { id, organization }: JobDetailsFragment): Promise<boolean> {
  if (organization.isPublic) return true;
  const answer = await request.graphql(JobEmployerDocument, { id });
  return answer.ok ? answer.data.job?.organization.isNamed !== false : isUnsupported(answer.failure);
}

async function similarJobs(request: PageRequest, id: string): Promise<Pick<JobPageData, 'similar' | 'late'>> {
  const answer = request
    .graphql(SimilarJobsDocument, { id })
    .then((result) => (result.ok ? result.data.similarJobs : []))
    .catch(() => []);
  if (request.unstreamed) return { similar: await answer };
  const timeout = new Promise<undefined>((resolve) => {
    setTimeout(resolve, SIMILAR_PATIENCE_MS);
  });
  const inTime = await Promise.race([answer, timeout]);
  return inTime ? { similar: inTime } : { similar: answer, late: true };
}

/**
 * A job as structured data for search engines (schema.org JobPosting, ROUTE-16). Every value is also visible on the
 * page.
 *
 * @param isEmployerNamed otherwise the employer is given by Google's word for one that is not revealed
 * @returns undefined for a closed job, which must not be marked up, and for a job without the required properties
 */
function jobPostingJsonLd(
  job: JobDetailsFragment,
  page: StructuredDataPage,
  isEmployerNamed: boolean,
): object | undefined {
  if (job.closed || job.description === '') return undefined;
  const remote = job.remoteOptions?.slug === FULLY_REMOTE;
  const countries = job.eligibleCountries.length ? job.eligibleCountries : job.address ? [job.address.countryCode] : [];
  if (!job.address && !(remote && countries.length)) return undefined;
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: job.title,
    description: job.description,
    datePosted: job.published,
    validThrough: job.expiration ?? undefined,
    employmentType: employmentTypes(job),
    hiringOrganization: isEmployerNamed
      ? {
          '@type': 'Organization',
          name: job.organization.name,
          sameAs: job.organization.website ?? undefined,
          logo: job.logo ? absolute(page.origin, job.logo.url) : undefined,
        }
      : 'confidential',
    identifier: {
      '@type': 'PropertyValue',
      name: isEmployerNamed ? job.organization.name : undefined,
      value: job.reference ?? job.id,
    },
    jobLocation: job.address ? { '@type': 'Place', address: postalAddress(job.address) } : undefined,
    jobLocationType: remote ? 'TELECOMMUTE' : undefined,
    applicantLocationRequirements: remote ? countries.map((name) => ({ '@type': 'Country', name })) : undefined,
    baseSalary: baseSalary(job.salaryRangeFree),
    skills: skillsOf(job),
    directApply: job.applicationWorkflow === 'form',
    url: page.origin + page.href(job.url.path),
  };
}

function employmentTypes(job: JobDetailsFragment): string[] | undefined {
  const types = job.employmentType.map(({ slug }) => EMPLOYMENT_TYPES[slug] ?? 'OTHER');
  return types.length ? [...new Set(types)] : undefined;
}

/** The skills listed on the page, as one text. */
function skillsOf({ skills, skillsFree }: JobDetailsFragment): string | undefined {
  return [...new Set([...skills.map(({ label }) => label), ...skillsFree])].join(', ') || undefined;
}

function postalAddress(address: NonNullable<JobDetailsFragment['address']>): object {
  return {
    '@type': 'PostalAddress',
    streetAddress: [address.addressLine1, address.addressLine2].filter(Boolean).join(', ') || undefined,
    addressLocality: address.locality ?? undefined,
    addressRegion: address.administrativeArea ?? undefined,
    postalCode: address.zip ?? undefined,
    addressCountry: address.countryCode,
  };
}

function baseSalary(pay: JobDetailsFragment['salaryRangeFree']): object | undefined {
  if (!pay || (pay.minSalary == null && pay.maxSalary == null)) return undefined;
  const { minSalary, maxSalary, currencyCode, salaryUnit } = pay;
  const value =
    minSalary === maxSalary
      ? { value: minSalary }
      : { minValue: minSalary ?? undefined, maxValue: maxSalary ?? undefined };
  return {
    '@type': 'MonetaryAmount',
    currency: currencyCode,
    value: { '@type': 'QuantitativeValue', ...value, unitText: salaryUnit },
  };
}
