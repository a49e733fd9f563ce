import {
  type JobCardFragment,
  JobDetailDocument,
  type JobDetailsFragment,
  SimilarJobsDocument,
} from '#contract/generated/operations.js';
import { translator } from '#shared/text/translator.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { jobTrail } from '../../features/jobs/detail/job-trail';
import { jobPostingJsonLd } from '../../features/jobs/job-structured-data';
import { breadcrumbJsonLd } from '../../lib/structured-data';
import { excerpt } from '../../lib/excerpt';
import { lookUp, NO_SUCH_PAGE } from '../../lib/lookup';
import { absentContent, absentPage, type PageData } from '../../lib/page-data';

export interface JobPageData extends PageData {
  job: JobDetailsFragment;
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
  const posting = isPublished ? jobPostingJsonLd(job, page) : undefined;
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
    ...(await similarJobs(request, id)),
  };
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
