import type { ReactNode } from 'react';
import { usePage } from '../../lib/page-context';
import { errorKind, type PageFailure } from '../../lib/page-data';
import { ButtonLink } from '../ui/button';
import { Container } from '../ui/container';
import styles from './error-screen.module.css';
import { type ResendForm, ResendFormView } from './resend-form';

/** What happened, that nothing was lost, what to do, and how support finds it. */
export function ErrorScreen({
  failure,
  form,
  children,
}: {
  failure: PageFailure;
  /** A form that was sent to the page and could not be taken; it takes the place of the link that tries again. */
  form?: ResendForm;
  children?: ReactNode;
}) {
  const { t, href } = usePage();
  const { status, reference } = failure;
  const kind = errorKind(status);
  const ours = kind === 'broken' || kind === 'unavailable';
  return (
    <Container narrow section>
      <div className={styles.screen}>
        <p className={styles.status}>{status}</p>
        <h1>{t(`error.${kind}.title`)}</h1>
        <p>{t(`error.${kind}.text`)}</p>
        {form && <ResendFormView form={form} />}
        {children}
        <p className={styles.ways}>
          {ours && !form && <ButtonLink href="">{t('error.again')}</ButtonLink>}
          <ButtonLink kind="secondary" href={href('/jobs')}>
            {t('error.allJobs')}
          </ButtonLink>
          <ButtonLink kind="secondary" href={href('/')}>
            {t('error.home')}
          </ButtonLink>
        </p>
        {ours && <p className={styles.reference}>{t('error.reference', { reference })}</p>}
      </div>
    </Container>
  );
}
