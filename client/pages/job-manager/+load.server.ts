import {
  type JobState,
  ManagedJobsDocument,
  type ManagedJobFactsFragment,
  type PublishingTermsFactsFragment,
  type FittingResumeFragment,
  JobOccupationsDocument,
  PeopleForJobDocument,
  RecommendedResumesDocument,
  type RecommendedResumesQuery,
} from '#contract/generated/operations.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { FormError } from '#contract/applications/sent-form.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { RESUME_FACETS } from '#contract/search/resume-search.js';
import { escapeHtml } from '#shared/text/markup.js';
import { translator } from '#shared/text/translator.js';
import { anyOf } from '../../components/search/search-state';
import { failedPage, loadListPage, type PageData } from '../../lib/page-data';
import { type PageForm, pageForm } from '../../lib/page-form';
import { loadUser } from '../../lib/user/load-user.server';
import { viewerPage } from '../../lib/viewer-page';
import type { FittingPeople } from '../../features/resumes/search/people-who-fit';

export interface ManagerData extends PageData {
  form: PageForm;
  /** Identifies the forms of the page's jobs; a form that is shown again keeps it. */
  formKey: string;
  jobs: readonly ManagedJobFactsFragment[];
  /** People who may fit, if the site recommends some. */
  fitting: readonly FittingPeople[];
  total: number;
  counts: Readonly<Partial<Record<JobState, number>>>;
  page: number;
  pages: number;
  search: string;
  state: JobState | undefined;
  notice: string | undefined;
  /** The job whose closing message was sent, if the notice is about it. */
  closed: string | undefined;
  /** null if there is no organization. */
  publishingTerms: PublishingTermsFactsFragment | null;
}

const PAGE_SIZE = 20;
const STATES: readonly JobState[] = ['published', 'scheduled', 'needs_review', 'draft', 'archived'];
const NOTICES = [
  ...[
    'saved',
    'publish',
    'schedule',
    'submit',
    'update',
    'update_review',
    'approve',
    'withdraw',
    'withdraw_change',
    'archive',
    'close',
    'renew',
    'renew_change',
    'renew_review',
    'discard',
    'place',
  ],
];

/** Maximum number of published jobs of a page with recommendations: each job requires a separate search. */
const MAX_JOBS = 3;
const MAX_PEOPLE = 3;
const OCCUPATION = RESUME_FACETS.find(({ name }) => name === 'occupation')!;

export const load = viewerPage({ title: 'job-wizard.manager.title', role: 'recruiter' }, async (request) => {
  const { query } = request;
  const search = query.get('search')?.trim() ?? '';
  const state = STATES.find((known) => known === query.get('state'));
  const [list, currentUser] = await Promise.all([
    loadListPage(query, {
      load: (range) => request.graphql(ManagedJobsDocument, { state: state ?? null, search: search || null, ...range }),
      total: ({ managedJobs }) => managedJobs.total,
      size: PAGE_SIZE,
    }),
    loadUser(request, ['organizations', 'credits', 'subscriptions']),
  ]);
  if (!list.ok) return failedPage(request, list.failure);
  const { jobs, counts, publishingTerms } = list.data.managedJobs;
  const own = new URLSearchParams(query);
  for (const name of ['notice', 'job']) own.delete(name);
  const notice = NOTICES.find((known) => known === query.get('notice'));
  const form = pageForm({ ...request, query: own });
  const refused = jobs.find(({ id }) => id === form.values.id);
  return {
    currentUser,
    form: refused ? { ...form, errors: errorsOfJob(form.errors, refused.title, request) } : form,
    formKey: request.form?.values.key ?? crypto.randomUUID(),
    jobs,
    publishingTerms,
    fitting: await recommendedPeople(request, jobs),
    total: list.total,
    page: list.page,
    pages: list.pages,
    search,
    state,
    counts: Object.fromEntries(counts.map((each) => [each.state, each.count])),
    notice,
    closed: notice === 'close' ? (query.get('job') ?? undefined) : undefined,
  };
});

/** The errors of a step are shown above the whole list, so they name the job. */
function errorsOfJob(
  errors: readonly FormError[],
  title: string,
  { locale, messages }: Pick<PageRequest, 'locale' | 'messages'>,
): FormError[] {
  const t = translator(locale, messages);
  return errors.map(({ field, message }) => ({
    field,
    message: t('job-wizard.manager.refused', { title: escapeHtml(title), message }),
  }));
}

/**
 * People who look for work such as a job offers, the most similar in meaning first. The backend checks permissions: it
 * denies the search to recruiters who are not approved, and the page omits the recommendations.
 */
async function recommendedPeople(
  request: PageRequest,
  jobs: readonly ManagedJobFactsFragment[],
): Promise<FittingPeople[]> {
  const { features, search } = request.site;
  if (!features.jobManagerRecommender || !features.resume) return [];
  const published = jobs.filter(({ state }) => state === 'published').slice(0, MAX_JOBS);
  const found = await Promise.all(
    published.map(async ({ id, title }): Promise<FittingPeople[]> => {
      const terms = await request.graphql(JobOccupationsDocument, { id });
      const occupations = terms.ok ? (terms.data.job?.occupationalField ?? []).map(({ tid }) => String(tid)) : [];
      if (occupations.length === 0) return [];
      const variables = {
        language: [...search.languages],
        condition_group: anyOf(OCCUPATION.field, occupations),
        range: { first: 0, last: MAX_PEOPLE },
      };
      const nearest = await request.graphql(PeopleForJobDocument, { ...variables, similarTo: { job: id } });
      const isUnknown = !nearest.ok && isUnsupported(nearest.failure);
      const answer = isUnknown ? await request.graphql(RecommendedResumesDocument, variables) : nearest;
      const documents = answer.ok ? answer.data.searchAPISearch.documents : [];
      const resumes = documents.filter(isResume);
      return resumes.length > 0 ? [{ job: { id, title }, occupations, resumes }] : [];
    }),
  );
  return found.flat();
}

/** Documents of other kinds are empty objects. */
function isResume(
  document: RecommendedResumesQuery['searchAPISearch']['documents'][number],
): document is FittingResumeFragment {
  return 'id' in document;
}
