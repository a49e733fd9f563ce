import {
  ContactCreditsPageDocument,
  type ContactOfferFactsFragment,
  type SentContactFragment,
} from '#contract/generated/operations.js';
import { CONTACT_FILTERS } from '#contract/contact-requests.js';
import { NO_SUCH_PAGE } from '../../lib/lookup';
import { absentPage, failedPage, type PageData, loadListPage } from '../../lib/page-data';
import { type PageForm, partForm } from '../../lib/page-form';
import { viewerPage } from '../../lib/viewer-page';

const NOTICES = ['revoke', 'write'] as const;
const PAGE_SIZE = 20;

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
  const list = await loadListPage(query, {
    load: (range) => request.graphql(ContactCreditsPageDocument, { filter: filter ?? null, ...range }),
    total: ({ contactRequests }) => contactRequests.total,
    size: PAGE_SIZE,
  });
  if (!list.ok) return failedPage(request, list.failure);
  return {
    offer: list.data.contactOffer,
    requests: list.data.contactRequests.requests,
    filter,
    total: list.total,
    page: list.page,
    pages: list.pages,
    forms: { revoke: partForm(request, 'revoke'), write: partForm(request, 'write') },
    notice: request.form ? undefined : NOTICES.find((known) => known === query.get('notice')),
  };
});
