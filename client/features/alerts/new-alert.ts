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
  /** As the form sends it. */
  search: string;
  /** Of the search, without a locale. */
  page: string;
  /** The search in words; empty: everything. */
  summary: string;
  /** Where mails go of somebody who is logged in. */
  account?: { email: string; isConfirmed: boolean };
  /** The mail that asks is on its way, if there is to be one. */
  isAsked: boolean;
  /** Where it goes, if this browser has asked for it. */
  address?: string;
}

/** @param search of the page at `page` */
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
