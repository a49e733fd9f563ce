import {
  type AlertKind,
  type AlertSearchInput,
  AlertSummaryDocument,
  type SearchJobsQueryVariables,
} from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import { failedPage, type PageData } from '../../lib/page-data';
import { type PageForm, pageForm } from '../../lib/page-form';

export interface NewAlertData extends PageData {
  kind: AlertKind;
  form: PageForm;
  /** The search as submitted by the form. */
  search: string;
  /** Path of the search page, without a locale. */
  page: string;
  /** The search in words; empty for a search without criteria. */
  summary: string;
  /** The address to which mails for a logged-in user are sent. */
  account?: { email: string; isConfirmed: boolean };
  /** The confirmation mail has been sent, if one is required. */
  isAsked: boolean;
  /** Address of the confirmation mail, if it was requested in this browser. */
  address?: string;
}

/** @param search search of the page at `page` */
export async function loadNewAlert(
  request: PageRequest,
  {
    kind,
    search,
    page,
  }: {
    kind: AlertKind;
    search: Pick<SearchJobsQueryVariables, 'language' | 'fulltext' | 'condition_group' | 'geoLocation'>;
    page: string;
  },
): Promise<NewAlertData | PageData> {
  request.respond({ personal: true });
  const { language, fulltext, condition_group, geoLocation } = search;
  const input: AlertSearchInput = { language: [language ?? []].flat(), fulltext, condition_group, geoLocation };
  const answer = await request.graphql(AlertSummaryDocument, { kind, search: input });
  if (!answer.ok) return failedPage(request, answer.failure);
  const { viewer, locale, messages, query } = request;
  const t = translator(locale, messages);
  const isAsked = query.get('notice') === 'check-mail' && !request.form;
  return {
    head: { title: t(`alerts.new.${kind}.title`), robots: 'noindex' },
    kind,
    page,
    search: JSON.stringify(input),
    summary: answer.data.alertSummary,
    form: pageForm(request),
    account: viewer ? { email: viewer.user.email, isConfirmed: viewer.user.emailVerified != null } : undefined,
    isAsked,
    address: isAsked ? request.mailedAddress() : undefined,
  };
}
