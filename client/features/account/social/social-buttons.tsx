import { DASHBOARD_PATH } from '#contract/pages/paths.js';
import { SOCIAL_PROVIDERS, type SocialProvider } from '#contract/accounts/social-providers.js';
import { Column } from '../../../components/ui/containers/container';
import { usePage, useSite } from '../../../lib/page-context';
import type { RegisteredRole } from '../roles';
import styles from './social-buttons.module.css';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

/**
 * Login and registration through other services, in the site's order; nothing if there are none (AUTH-08). They are
 * forms, which work without scripts.
 *
 * @param query query of the page: contains the address to return to
 * @param role role of a new account; undefined for the site's first role
 * @param shownRevision revision of the consent text on the page, which users accept by continuing
 */
export function SocialButtons({
  csrf,
  query,
  role,
  shownRevision,
}: {
  csrf: string;
  query: string;
  role?: RegisteredRole;
  shownRevision?: string;
}) {
  const { t, href } = usePage();
  const { providers } = useSite().socialLogin;
  if (providers.length === 0) return null;
  const wanted = new URLSearchParams(query);
  const callbackUrl = wanted.get('destination') ?? wanted.get('callbackUrl') ?? href(DASHBOARD_PATH);
  const fields = {
    callbackUrl,
    anonymousUserToken: '',
    ...(role && { role }),
    ...(shownRevision && { consentRevisionId: shownRevision }),
  };
  return (
    <Column gap={4} className={styles.ways} data-social>
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
    </Column>
  );
}

/** A button that leads to a service and then back to `fields.callbackUrl`. */
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
  const { authPath, socialLogin } = useSite();
  return (
    <form method="post" action={`${authPath}/signin/${provider}?prompt=login`}>
      <CsrfFields value={csrf} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={styles.button}>
        <SocialMark provider={provider} coloured={socialLogin.colouredIcons} />
        <span>{children}</span>
      </button>
    </form>
  );
}

interface Mark {
  /** Side of the square view box of the paths. */
  size: number;
  /** Colour and path. */
  parts: readonly (readonly [string, string])[];
}

const MARKS: Readonly<Record<SocialProvider, Mark>> = {
  google: {
    size: 48,
    parts: [
      [
        '#ea4335',
        'M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z',
      ],
      [
        '#4285f4',
        'M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z',
      ],
      [
        '#fbbc05',
        'M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z',
      ],
      [
        '#34a853',
        'M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z',
      ],
    ],
  },
  linkedin: {
    size: 24,
    parts: [
      [
        '#0a66c2',
        'M20.447 20.452h-3.554v-5.569c0-1.328-.027-3.037-1.852-3.037-1.853 0-2.136 1.445-2.136 2.939v5.667H9.351V9h3.414v1.561h.046c.477-.9 1.637-1.85 3.37-1.85 3.601 0 4.267 2.37 4.267 5.455v6.286zM5.337 7.433a2.062 2.062 0 0 1-2.063-2.065 2.064 2.064 0 1 1 2.063 2.065zm1.782 13.019H3.555V9h3.564v11.452zM22.225 0H1.771C.792 0 0 .774 0 1.729v20.542C0 23.227.792 24 1.771 24h20.451C23.2 24 24 23.227 24 22.271V1.729C24 .774 23.2 0 22.222 0h.003z',
      ],
    ],
  },
  facebook: {
    size: 24,
    parts: [
      [
        '#1877f2',
        'M24 12.073c0-6.627-5.373-12-12-12s-12 5.373-12 12c0 5.99 4.388 10.954 10.125 11.854v-8.385H7.078v-3.47h3.047V9.43c0-3.007 1.792-4.669 4.533-4.669 1.312 0 2.686.235 2.686.235v2.953H15.83c-1.491 0-1.956.925-1.956 1.874v2.25h3.328l-.532 3.47h-2.796v8.385C19.612 23.027 24 18.062 24 12.073z',
      ],
    ],
  },
};

/** The logo of a service, in its own colours or in the colour of the text. */
function SocialMark({ provider, coloured }: { provider: SocialProvider; coloured: boolean }) {
  const { size, parts } = MARKS[provider];
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="20" height="20" aria-hidden="true">
      {parts.map(([colour, path]) => (
        <path key={colour} d={path} fill={coloured ? colour : 'currentColor'} />
      ))}
    </svg>
  );
}
