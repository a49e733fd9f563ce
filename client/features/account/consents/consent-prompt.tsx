import { CONSENT_PATH } from '#contract/pages/paths.js';
import { Column } from '../../../components/ui/containers/column';
import { Container } from '../../../components/ui/containers/container';
import { Alert, DangerAlert } from '../../../components/ui/feedback/alert';
import { usePage } from '../../../lib/page-context';
import type { ConsentTextResult } from '../../../lib/user/load-consents.server';
import { useUser } from '../../../lib/user/user-context';
import { ConsentForm } from './consent-form';
import styles from './consents.module.css';

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
  const action = href(`${CONSENT_PATH}?${new URLSearchParams({ destination: here }).toString()}`);
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
