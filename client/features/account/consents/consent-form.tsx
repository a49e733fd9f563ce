import { CONSENT_GIVEN } from '#contract/accounts/account-forms.js';
import { PRIVACY_PATH, TERMS_PATH, CONSENT_TEXTS_PATH } from '#contract/pages/paths.js';
import { Button } from '../../../components/ui/buttons/button';
import { FormCheckbox } from '../../../components/ui/forms/form-field';
import { Prose } from '../../../components/ui/prose';
import { usePage } from '../../../lib/page-context';
import type { ConsentText, ConsentTextResult } from '../../../lib/user/load-consents.server';
import { Container, Column } from '../../../components/ui/containers/container';
import { Alert, DangerAlert } from '../../../components/ui/feedback/alert';
import { useUser } from '../../../lib/user/user-context';
import styles from './consents.module.css';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

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
      <CsrfFields value={csrf} />
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

/**
 * Asks a logged-in user to accept a new version of a text (PAGE-04): as part of the page without scripts, otherwise as
 * a dialog, which `start-consent-prompt.ts` creates from it.
 *
 * @param here address of the page, to return to
 */
export function ConsentPrompt({ prompt, csrf, here }: { prompt: ConsentTextResult; csrf: string; here: string }) {
  const { t, href } = usePage();
  const { user, isAskedForConsent } = useUser();
  if (!user || !isAskedForConsent || prompt.kind === 'none') return null;
  if (prompt.kind === 'failed')
    return (
      <Container className={styles.outcome}>
        <DangerAlert address={here}>
          <p>{t('account.consent.failed')}</p>
        </DangerAlert>
      </Container>
    );
  const action = href(`${CONSENT_TEXTS_PATH}?${new URLSearchParams({ destination: here }).toString()}`);
  return (
    <div data-consent-prompt data-close={t('account.menu.closeLogin')} data-failed={t('account.consent.failed')}>
      <aside className={styles.prompt} aria-label={t('account.consent.promptTitle')}>
        <Container>
          <Column gap={4} className={styles.content} data-consent-content>
            <h2>{t('account.consent.promptTitle')}</h2>
            <p>{t('account.consent.promptIntro')}</p>
            <ConsentForm text={prompt.text} mail={user.email} action={action} csrf={csrf} />
          </Column>
        </Container>
      </aside>
      <Container>
        <div className={styles.outcome} role="status" data-consent-saved>
          <template>
            <div data-message>
              <Alert kind="good">{t('account.consent.saved')}</Alert>
            </div>
          </template>
        </div>
        <div className={styles.outcome} data-consent-failed>
          <template>
            <div data-message>
              <DangerAlert address={here}>
                <p />
              </DangerAlert>
            </div>
          </template>
        </div>
      </Container>
    </div>
  );
}
