import { CONSENT_GIVEN } from '#contract/accounts/account-forms.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import {
  AgreeToRevisionDocument,
  CreateGdprUserConsentDocument,
  RevisedConsentInfosDocument,
} from '#contract/generated/operations.js';
import { CONSENT_PATH } from '#contract/pages/paths.js';
import type { FormAction, FormContext, FormOutcome } from '../forms/index.js';
import { again, failed, goOn } from './form-outcomes.js';

const FORBIDDEN = 403;
const UNAVAILABLE = 503;

/** The consent prompt of every page, sent without scripts (PAGE-04): leads back to the page. */
export const agreeToConsent: FormAction = {
  paths: [CONSENT_PATH],
  fields: [{ name: 'agreed' }, { name: 'mail' }, { name: 'infoId' }, { name: 'infoRevisionId' }],
  async handle({ agreed, mail = '', infoId = '', infoRevisionId }, call) {
    if (!call.isLoggedIn)
      return { kind: 'again', errors: [{ field: null, message: call.t('dashboard.forbidden') }], status: FORBIDDEN };
    if (agreed !== CONSENT_GIVEN) return again([{ field: 'agreed', message: call.t('rules.account.consent') }]);
    // A backend without revisions does not know the argument either.
    const answer = infoRevisionId
      ? await call.graphql(AgreeToRevisionDocument, { mail, infoId, infoRevisionId })
      : await call.graphql(CreateGdprUserConsentDocument, { mail, infoId });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.createGdprUserConsent;
    if (errors.length > 0) return again(errors.map(({ message }) => ({ field: null, message })));
    return { kind: 'done', redirect: goOn(call), notice: 'consent-saved' };
  },
};

/**
 * For a registration from a page that showed no consent text: checks whether there is a text now, which has to be read first.
 *
 * @returns undefined if no consent is required
 */
export async function unreadConsent(
  { consentRevisionId, consentInfoId }: Readonly<Record<string, string>>,
  call: FormContext,
): Promise<FormOutcome | undefined> {
  if (consentRevisionId || consentInfoId || !call.site.features.gdprConsent) return undefined;
  const answer = await call.graphql(RevisedConsentInfosDocument, { language: call.locale });
  if (answer.ok) {
    const isThere = answer.data.getGdprConsentInfos.length > 0;
    return isThere ? again([{ field: 'consent', message: call.t('account.consent.missing') }]) : undefined;
  }
  if (isUnsupported(answer.failure)) return undefined;
  const message = call.t('account.consent.failed');
  return { kind: 'again', errors: [{ field: null, message }], status: UNAVAILABLE };
}
