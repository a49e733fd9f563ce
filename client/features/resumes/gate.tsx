import { LOGIN_PATH, OWN_RESUME_PATH } from '#contract/pages/paths.js';
import { ButtonLink } from '../../components/ui/buttons/button';
import { Container } from '../../components/ui/containers/container';
import { Column } from '../../components/ui/containers/column';
import { Icon, type IconName } from '../../components/ui/icon';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import styles from './gate.module.css';
import type { GateReason } from './resume-gate';

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
