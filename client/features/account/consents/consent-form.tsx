import { CONSENT_GIVEN } from '#contract/accounts/account-forms.js';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { PRIVACY_PATH, TERMS_PATH } from '#contract/pages/paths.js';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/column';
import { FormCheckbox } from '../../../components/ui/forms/form-field';
import { Prose } from '../../../components/ui/prose';
import { usePage } from '../../../lib/page-context';
import type { ConsentText } from '../../../lib/user/load-consents.server';

/** A consent text, and the form by which a logged-in user accepts it (PAGE-04). */
export function ConsentForm({
  text,
  mail,
  action,
  csrf,
  error,
}: {
  text: ConsentText;
  /** Email address of the user who consents. */
  mail: string;
  action: string;
  csrf: string;
  /** Error message of the checkbox. */
  error?: string;
}) {
  const { t, locale } = usePage();
  return (
    <Column
      as="form"
      method="post"
      action={action}
      gap={4}
      data-consent-form
      data-unticked={t('rules.account.consent')}
    >
      <input type="hidden" name={CSRF_FIELD} value={csrf} />
      <input type="hidden" name="mail" value={mail} />
      <input type="hidden" name="infoId" value={text.infoId} />
      {text.revisionId && <input type="hidden" name="infoRevisionId" value={text.revisionId} />}
      <Prose html={text.html} lang={locale} />
      <FormCheckbox name="agreed" value={CONSENT_GIVEN} label={<ConsentLabel />} required error={error} />
      <div>
        <Button>{t('account.consent.confirm')}</Button>
      </div>
    </Column>
  );
}

/** The label of the checkbox, with links to the pages that it mentions. */
export function ConsentLabel() {
  const { t, href } = usePage();
  return (
    <>
      {t('account.consent.text')}{' '}
      <a href={href(TERMS_PATH)} target="_blank" rel="noopener">
        {t('account.consent.terms')}
      </a>{' '}
      ·{' '}
      <a href={href(PRIVACY_PATH)} target="_blank" rel="noopener">
        {t('account.consent.link')}
      </a>
    </>
  );
}
