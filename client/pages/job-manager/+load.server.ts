import {
  type JobState,
  ManagedJobsDocument,
  type ManagedJobFactsFragment,
  type PublishingTermsFactsFragment,
} from '#contract/generated/operations.js';
import { failedPage, type PageData } from '../../lib/page-data';
import { type PageForm, pageForm } from '../../lib/page-form';
import { loadUser } from '../../lib/user/load-user.server';
import { viewerPage } from '../../lib/viewer-page';
import type { FittingPeople } from '../../features/resumes/search/people-who-fit';
import { recommendedPeople } from './recommended-people';

export interface ManagerData extends PageData {
  form: PageForm;
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
  /** null if there is no organization. */
  publishingTerms: PublishingTermsFactsFragment | null;
}

const PAGE_SIZE = 20;
const LAST_PAGE = 100_000;
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

export const load = viewerPage({ title: 'job-wizard.manager.title', role: 'recruiter' }, async (request) => {
  const { query } = request;
  const search = query.get('search')?.trim() ?? '';
  const state = STATES.find((known) => known === query.get('state'));
  const page = Math.min(Math.max(Math.trunc(Number(query.get('page'))) || 1, 1), LAST_PAGE);
  const range = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const [answer, currentUser] = await Promise.all([
    request.graphql(ManagedJobsDocument, { state: state ?? null, search: search || null, ...range }),
    loadUser(request, ['organizations', 'credits', 'subscriptions']),
  ]);
  if (!answer.ok) return failedPage(request, answer.failure);
  const { jobs, total, counts, publishingTerms } = answer.data.managedJobs;
  const own = new URLSearchParams(query);
  own.delete('notice');
  return {
    currentUser,
    form: pageForm({ ...request, query: own }),
    jobs,
    publishingTerms,
    fitting: await recommendedPeople(request, jobs),
    total,
    page,
    search,
    state,
    counts: Object.fromEntries(counts.map((each) => [each.state, each.count])),
    pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
    notice: NOTICES.find((known) => known === query.get('notice')),
  };
});
