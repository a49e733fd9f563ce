import { LOGIN_PATH, OWN_RESUME_PATH } from '#contract/pages/paths.js';
import { type GraphqlFailure, GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';
import type { PageRequest, Viewer } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import { ButtonLink } from '../../components/ui/buttons/button';
import { Container, Column } from '../../components/ui/containers/container';
import { Icon, type IconName } from '../../components/ui/icon';
import { usePage, useSite } from '../../lib/page-context';
import type { PageData } from '../../lib/page-data';
import { hasRole } from '../../lib/viewer-page';
import styles from './gate.module.css';

const FORBIDDEN = 403;

const POINTS: readonly (readonly [name: string, icon: IconName])[] = [
  ['find', 'filter'],
  ['privacy', 'lock'],
  ['contact', 'organization'],
];

/** Explains the resume search, and how to get access. */
export function Gate({ reason, destination }: { reason: GateReason; destination: string }) {
  const { t } = usePage();
  const { illustration } = useSite();
  return (
    <Container section>
      <div className={styles.gate}>
        <Column gap={5} className={styles.text}>
          <h1>{t('resumes.gate.title')}</h1>
          <p className={styles.intro}>{t('resumes.gate.intro')}</p>
          <Column as="ul" gap={4} className={styles.points}>
            {POINTS.map(([name, icon]) => (
              <li key={name}>
                <Icon name={icon} />
                <div>
                  <h2>{t(`resumes.gate.${name}.title`)}</h2>
                  <p>{t(`resumes.gate.${name}.text`)}</p>
                </div>
              </li>
            ))}
          </Column>
          <section className={styles.ways} aria-labelledby="ways-in">
            <h2 id="ways-in">{t(`resumes.gate.${reason}.title`)}</h2>
            <p>{t(`resumes.gate.${reason}.text`)}</p>
            <Ways reason={reason} destination={destination} />
          </section>
        </Column>
        <div className={styles.drawing} aria-hidden="true" dangerouslySetInnerHTML={{ __html: illustration }} />
      </div>
    </Container>
  );
}

function Ways({ reason, destination }: { reason: GateReason; destination: string }) {
  const { t, href } = usePage();
  const { features } = useSite();
  if (reason === 'unapproved' || features.readOnly) return null;
  const wanted = `?destination=${encodeURIComponent(destination)}`;
  return (
    <p className={styles.buttons}>
      {reason === 'anonymous' ? (
        <>
          <ButtonLink href={href(LOGIN_PATH + wanted)} rel="nofollow">
            {t('resumes.gate.login')}
          </ButtonLink>
          {features.recruiter && (
            <ButtonLink kind="secondary" href={href(`/user/register/recruiter${wanted}`)} rel="nofollow">
              {t('resumes.gate.register')}
            </ButtonLink>
          )}
        </>
      ) : (
        <ButtonLink href={href(OWN_RESUME_PATH)}>{t('resumes.gate.ownResume')}</ButtonLink>
      )}
    </p>
  );
}

/**
 * Reason why the visitor sees information about the search instead of the search: they are not logged in, have another
 * role, or are not approved yet.
 */
type GateReason = 'anonymous' | 'otherRole' | 'unapproved';

export interface GateData extends PageData {
  gate: GateReason;
  /** The address that the visitor requested, for the redirect after login. */
  destination: string;
}

/**
 * Makes the same decision as the backend, which checks every query again.
 *
 * @returns undefined if the visitor may search
 */
export function gateOf(viewer: Viewer | null): GateReason | undefined {
  if (!viewer) return 'anonymous';
  if ((['administrator', 'site_admin', 'job_editor'] as const).some((role) => hasRole(viewer, role))) return undefined;
  if (!hasRole(viewer, 'recruiter')) return 'otherRole';
  return viewer.user.isUserApprovedAndVerified ? undefined : 'unapproved';
}

/**
 * The page that replaces resumes; it contains none of them. For a logged-in user without permission, the status says so
 * as well.
 */
export function gatePage(request: PageRequest, gate: GateReason): GateData {
  const { locale, messages, href, path, query } = request;
  if (gate !== 'anonymous') request.respond({ status: FORBIDDEN });
  const text = query.toString();
  const title = translator(locale, messages)('resumes.gate.title');
  return { head: { title, robots: 'noindex' }, gate, destination: href(path) + (text && `?${text}`) };
}

/** Whether the backend has denied access. */
export function isRefusal({ errors }: Pick<GraphqlFailure, 'errors'>): boolean {
  const codes: unknown[] = [GRAPHQL_ERROR_CODES.unauthenticated, GRAPHQL_ERROR_CODES.forbidden];
  return errors?.some(({ extensions }) => codes.includes(extensions?.code)) ?? false;
}
