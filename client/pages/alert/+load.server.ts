import { type AlertFragment, AlertOfLinkDocument } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import { preventReferrer } from '../../features/account/account-page';
import { failedPage, type PageData } from '../../lib/page-data';
import { type PageForm, partForm } from '../../lib/page-form';

const NOTICES = ['confirmed', 'changed'] as const;
const GONE = 410;

export interface AlertLinkData extends PageData {
  /** `ended`: it was just ended; `broken`: the alert of the link does not exist (any more). */
  state: 'alert' | 'ended' | 'broken';
  alert?: AlertFragment;
  confirm: PageForm;
  change: PageForm;
  end: PageForm;
  notice?: (typeof NOTICES)[number];
}

/** For holders of the link from a mail: nothing changes before a form is sent, and the address is hidden. */
export async function load(request: PageRequest): Promise<AlertLinkData | PageData> {
  const { locale, messages, query } = request;
  request.respond({ personal: true });
  preventReferrer(request);
  const token = query.get('token');
  const answer = token ? await request.graphql(AlertOfLinkDocument, { token }) : undefined;
  if (answer && !answer.ok) return failedPage(request, answer.failure);
  const alert = answer?.data.alertOfLink ?? undefined;
  const state = alert ? 'alert' : query.get('notice') === 'ended' ? 'ended' : 'broken';
  if (state === 'broken') request.respond({ status: GONE });
  return {
    head: { title: translator(locale, messages)('alerts.link.title'), robots: 'noindex' },
    state,
    alert,
    confirm: partForm(request, 'confirm'),
    change: partForm(request, 'change'),
    end: partForm(request, 'end'),
    notice: request.form ? undefined : NOTICES.find((known) => known === query.get('notice')),
  };
}
