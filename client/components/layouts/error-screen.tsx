import type { ReactNode } from 'react';
import type { ResentForm } from '#contract/applications/sent-form.js';
import { usePage } from '../../lib/page-context';
import { errorKind, type PageFailure } from '../../lib/page-data';
import { Button, ButtonLink } from '../ui/buttons/button';
import { Container, Column } from '../ui/containers/container';
import styles from './error-screen.module.css';
import type { PageForm } from '../../lib/page-form';
import { CsrfFields } from '../ui/forms/hidden-fields';

/** Says what happened, that nothing was lost, what to do next, and how support can find the error. */
export function ErrorScreen({
  failure,
  form,
  children,
}: {
  failure: PageFailure;
  /** A form that was sent to the page and could not be processed; it replaces the link for another attempt. */
  form?: ResendForm;
  children?: ReactNode;
}) {
  const { t, href } = usePage();
  const { status, reference } = failure;
  const kind = errorKind(failure);
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

/** A form that could not be processed, with all values that were typed into it. */
export type ResendForm = PageForm & ResentForm;

/** Minimum length of a text that is worth showing again, so that it can be copied. */
const MIN_LONG_TEXT = 60;
/** JSON in a form was not typed by a person. */
const JSON_START = /^[[{]/;

/**
 * Shown on the error page that replaces the page of a form. Long texts can be read and copied; the other values are
 * resent as hidden fields.
 */
function ResendFormView({ form: { action, csrf, fields, hasLostFiles, otherAccount } }: { form: ResendForm }) {
  const { t } = usePage();
  const isLong = (value: string) => (value.length > MIN_LONG_TEXT || value.includes('\n')) && !JSON_START.test(value);
  return (
    <Column as="section" aria-labelledby="resend" gap={3} className={styles.resend}>
      <h2 id="resend">{t(otherAccount ? 'error.otherAccount.resend.title' : 'error.resend.title')}</h2>
      <p>{t(otherAccount ? 'error.otherAccount.resend.text' : 'error.resend.text')}</p>
      {hasLostFiles && <p>{t('error.resend.files')}</p>}
      <form method="post" action={action}>
        <CsrfFields value={otherAccount?.csrf ?? csrf} />
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
