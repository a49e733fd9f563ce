import type { IdentitiesQuery } from '#contract/generated/operations.js';
import { SETTINGS_PATH } from '#contract/pages/paths.js';
import { isSocialProvider, SOCIAL_PROVIDERS } from '#contract/accounts/social-providers.js';
import { Column } from '../../../components/ui/containers/column';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { useSite } from '../../../lib/site-context';
import { AccountForm } from '../account-form';
import { SocialForm } from '../social/social-buttons';
import styles from '../social/social-buttons.module.css';

/**
 * The services to which an account is connected, and the ones to which it can be connected (AUTH-08). `form`
 * disconnects one.
 */
export function SocialSettings({ form, identities }: { form: PageForm; identities: IdentitiesQuery['identities'] }) {
  const { t, href } = usePage();
  const { providers } = useSite().socialLogin;
  const free = providers.filter((id) => identities.every(({ provider }) => provider !== id));
  if (identities.length + free.length === 0) return null;
  const callbackUrl = href(`${SETTINGS_PATH}?notice=identity-linked`);
  return (
    <Panel id="unlink-identity" title={t('social.settings')}>
      <Column as="ul" gap={4} className={styles.connections}>
        {identities.map(({ provider, removable }) => (
          <li key={provider}>
            <p>{t('social.connected', { provider: nameOf(provider) })}</p>
            {removable ? (
              <AccountForm
                name="unlink-identity"
                form={form}
                labels={{}}
                kind="secondary"
                submit={t('social.disconnect', { provider: nameOf(provider) })}
                busy={t('dashboard.settings.busy')}
              >
                <input type="hidden" name="provider" value={provider} />
              </AccountForm>
            ) : (
              <p className={styles.note}>{t('social.lastWayIn')}</p>
            )}
          </li>
        ))}
        {free.map((provider) => (
          <li key={provider}>
            <SocialForm provider={provider} csrf={form.csrf} fields={{ callbackUrl, link: 'on' }}>
              {t('social.connect', { provider: nameOf(provider) })}
            </SocialForm>
          </li>
        ))}
      </Column>
    </Panel>
  );
}

function nameOf(provider: string): string {
  return isSocialProvider(provider) ? SOCIAL_PROVIDERS[provider] : provider;
}
