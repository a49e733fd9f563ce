import type { JobDetailsFragment } from '#contract/generated/operations.js';
import type { StructuredDataPage } from '../../lib/structured-data';

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

/**
 * A job as structured data for search engines (schema.org JobPosting, ROUTE-16). Every value is also visible on the
 * page.
 * @returns undefined for a closed job, which must not be marked up, and for a job without the required properties
 */
export function jobPostingJsonLd(job: JobDetailsFragment, page: StructuredDataPage): object | undefined {
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
    hiringOrganization: {
      '@type': 'Organization',
      name: job.organization.name,
      sameAs: job.organization.website ?? undefined,
      logo: job.logo ? absolute(page.origin, job.logo.url) : undefined,
    },
    identifier: { '@type': 'PropertyValue', name: job.organization.name, value: job.reference ?? job.id },
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

function absolute(origin: string, pathOrUrl: string): string {
  return pathOrUrl.startsWith('/') ? origin + pathOrUrl : pathOrUrl;
}
