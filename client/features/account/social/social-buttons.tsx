import { DASHBOARD_PATH } from '#contract/pages/paths.js';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { SOCIAL_PROVIDERS, type SocialProvider } from '#contract/accounts/social-providers.js';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import type { RegisteredRole } from '../roles';
import styles from './social-buttons.module.css';
import { SocialMark } from './social-marks';

/**
 * Ways in by other services, in the site's order; nothing where there are none (AUTH-08). They are forms, which work without scripts.
 *
 * @param query of the page: where somebody wants to go afterwards
 * @param role of an account that is made; none: the site's first
 */
export function SocialButtons({ csrf, query, role }: { csrf: string; query: string; role?: RegisteredRole }) {
  const { t, href } = usePage();
  const { providers } = useSite().socialLogin;
  if (providers.length === 0) return null;
  const wanted = new URLSearchParams(query);
  const callbackUrl = wanted.get('destination') ?? wanted.get('callbackUrl') ?? href(DASHBOARD_PATH);
  const fields = { callbackUrl, anonymousUserToken: '', ...(role ? { role } : {}) };
  return (
    <div className={styles.ways} data-social>
      <p className={styles.or}>{t('social.or')}</p>
      <ul>
        {providers.map((provider) => (
          <li key={provider}>
            <SocialForm provider={provider} csrf={csrf} fields={fields}>
              {t('social.continue', { provider: SOCIAL_PROVIDERS[provider] })}
            </SocialForm>
          </li>
        ))}
      </ul>
      {role && <p className={styles.note}>{t('social.consent')}</p>}
    </div>
  );
}

/** A button that leads to a service and, from there, back to `fields.callbackUrl`. */
export function SocialForm({
  provider,
  csrf,
  fields,
  children,
}: {
  provider: SocialProvider;
  csrf: string;
  fields: Readonly<Record<string, string>>;
  children: string;
}) {
  const { colouredIcons } = useSite().socialLogin;
  return (
    <form method="post" action={`/api/auth/signin/${provider}?prompt=login`}>
      <input type="hidden" name={CSRF_FIELD} value={csrf} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={styles.button}>
        <SocialMark provider={provider} coloured={colouredIcons} />
        <span>{children}</span>
      </button>
    </form>
  );
}
