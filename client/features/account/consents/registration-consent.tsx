import { CONSENT_GIVEN } from '#contract/accounts/account-forms.js';
import { Column } from '../../../components/ui/containers/column';
import { DangerAlert } from '../../../components/ui/feedback/alert';
import { FormCheckbox } from '../../../components/ui/forms/form-field';
import { Prose } from '../../../components/ui/prose';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import type { ConsentTextResult } from '../../../lib/user/load-consents.server';
import { errorOf } from '../account-form';
import { ConsentLabel } from './consent-form';
import styles from './consents.module.css';

/**
 * The text that a user accepts by registering (AUTH-11). A checkbox that was ticked for another text is cleared. If the
 * text changes while the form is open, a script replaces it (`forms/start-account-form.ts`).
 */
export function RegistrationConsent({ consent, form }: { consent: ConsentTextResult; form: PageForm }) {
  const { t, locale } = usePage();
  const error = errorOf(form, 'consent');
  return (
    <Column gap={3} data-registration-consent>
      {consent.kind === 'failed' && (
        <DangerAlert address={form.action}>
          <p>{t('account.consent.failed')}</p>
        </DangerAlert>
      )}
      {consent.kind === 'shown' && (
        <section className={styles.text} aria-label={t('account.consent.textLabel')}>
          <Prose html={consent.text.html} lang={locale} />
        </section>
      )}
      <ShownConsentFields consent={consent} />
      <FormCheckbox
        name="consent"
        value={CONSENT_GIVEN}
        label={<ConsentLabel />}
        required
        defaultChecked={form.values.consent === CONSENT_GIVEN && error === undefined}
        error={error}
      />
    </Column>
  );
}

/** The displayed text, sent along with a form; the ids are those of the backend. */
function ShownConsentFields({ consent }: { consent: ConsentTextResult }) {
  if (consent.kind !== 'shown') return null;
  const { infoId, revisionId } = consent.text;
  return (
    <>
      <input type="hidden" name="consentInfoId" value={infoId} />
      {revisionId && <input type="hidden" name="consentRevisionId" value={revisionId} />}
    </>
  );
}
