import {
  ContactCreditsPageDocument,
  type ContactOfferFactsFragment,
  type SentContactFragment,
} from '#contract/generated/operations.js';
import { CONTACT_FILTERS } from '#contract/contact-requests.js';
import { NO_SUCH_PAGE } from '../../lib/lookup';
import { absentPage, failedPage, type PageData } from '../../lib/page-data';
import { type PageForm, partForm } from '../../lib/page-form';
import { viewerPage } from '../../lib/viewer-page';

const NOTICES = ['revoke', 'write'] as const;
const PAGE_SIZE = 20;
const LAST_PAGE = 100_000;

export interface ContactCreditsData extends PageData {
  offer: ContactOfferFactsFragment;
  requests: readonly SentContactFragment[];
  filter: (typeof CONTACT_FILTERS)[number] | undefined;
  total: number;
  page: number;
  pages: number;
  forms: { revoke: PageForm; write: PageForm };
  notice: (typeof NOTICES)[number] | undefined;
}

/** Explains contacts, and shows the organization's balance and its requests. */
export const load = viewerPage({ title: 'contacts.title', role: 'recruiter' }, async (request) => {
  const { site, query } = request;
  if (!site.features.resume) return absentPage(request, NO_SUCH_PAGE);
  const filter = CONTACT_FILTERS.find((known) => known === query.get('state'));
  const page = Math.min(Math.max(Math.trunc(Number(query.get('page'))) || 1, 1), LAST_PAGE);
  const range = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const answer = await request.graphql(ContactCreditsPageDocument, { filter: filter ?? null, ...range });
  if (!answer.ok) return failedPage(request, answer.failure);
  const { contactOffer, contactRequests } = answer.data;
  return {
    offer: contactOffer,
    requests: contactRequests.requests,
    filter,
    total: contactRequests.total,
    page,
    pages: Math.max(1, Math.ceil(contactRequests.total / PAGE_SIZE)),
    forms: { revoke: partForm(request, 'revoke'), write: partForm(request, 'write') },
    notice: request.form ? undefined : NOTICES.find((known) => known === query.get('notice')),
  };
});
