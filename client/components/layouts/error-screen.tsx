import type { ReactNode } from 'react';
import { CSRF_FIELD, type ResentForm } from '#contract/applications/sent-form.js';
import { Column } from '../ui/containers/column';
import { usePage } from '../../lib/page-context';
import { errorKind, type PageFailure } from '../../lib/page-data';
import { Button, ButtonLink } from '../ui/buttons/button';
import { Container } from '../ui/containers/container';
import styles from './error-screen.module.css';
import type { PageForm } from '../../lib/page-form';

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
      <Column gap={4} className={styles.screen}>
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
      </Column>
    </Container>
  );
}

/** A form that could not be taken, with all that was typed into it. */
export type ResendForm = PageForm & ResentForm;

/** From this length on a text is worth reading again, and copying. */
const MIN_LONG_TEXT = 60;
/** What forms send along as JSON nobody has typed. */
const JSON_START = /^[[{]/;

/** Stands on the error page that took the place of a form's own page. Long texts can be read and copied; the rest is sent along unseen. */
function ResendFormView({ form: { action, csrf, fields, hasLostFiles } }: { form: ResendForm }) {
  const { t } = usePage();
  const isLong = (value: string) => (value.length > MIN_LONG_TEXT || value.includes('\n')) && !JSON_START.test(value);
  return (
    <Column as="section" aria-labelledby="resend" gap={3} className={styles.resend}>
      <h2 id="resend">{t('error.resend.title')}</h2>
      <p>{t('error.resend.text')}</p>
      {hasLostFiles && <p>{t('error.resend.files')}</p>}
      <form method="post" action={action}>
        <input type="hidden" name={CSRF_FIELD} value={csrf} />
        {fields.map(({ name, value }, index) =>
          isLong(value) ? (
            <label key={index} className={styles.text}>
              <span>{t('error.resend.typed')}</span>
              <textarea name={name} rows={6} defaultValue={value} />
            </label>
          ) : (
            <input key={index} type="hidden" name={name} value={value} />
          ),
        )}
        <Button>{t('error.resend.send')}</Button>
      </form>
    </Column>
  );
}
