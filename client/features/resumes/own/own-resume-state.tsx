import type { EditedResumeFactsFragment } from '#contract/generated/operations.js';
import { editResumePath } from '#contract/pages/paths.js';
import { CSRF_FIELD, FORM_FIELD } from '#contract/applications/sent-form.js';
import { Column } from '../../../components/ui/containers/column';
import { Alert } from '../../../components/ui/feedback/alert';
import { Button, ButtonLink } from '../../../components/ui/buttons/button';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { useSite } from '../../../lib/site-context';
import { CompletenessCard, PercentageBox } from './completeness';
import styles from './own-resume.module.css';
import { UnsavedChanges } from './unsaved-changes';
import { AskFirst } from '../../../components/ui/dialogs/ask-first';

export type OwnResumeForms = Readonly<Record<'visibility' | 'discard' | 'delete', PageForm>>;

/** State of the resume for its owner: its visibility, what recruiters would miss in it, and links to edit it. */
export function OwnResumeState({
  edited,
  hasTitle,
  forms,
}: {
  edited: EditedResumeFactsFragment;
  hasTitle: boolean;
  forms: OwnResumeForms;
}) {
  const { t, href } = usePage();
  const { features } = useSite();
  const { visible, completeness } = edited;
  return (
    <Column gap={4} className={styles.state} data-screen-only>
      {!features.readOnly && <UnsavedChanges edited={edited} form={forms.discard} />}
      <Alert kind={visible ? 'good' : 'warn'}>{t(visible ? 'resume.own.visible' : 'resume.own.hidden')}</Alert>
      <PercentageBox percent={completeness.percent} />
      {!features.readOnly && (
        <div className={styles.actions}>
          <ButtonLink href={href(editResumePath())} rel="nofollow">
            {t('resume.own.edit')}
          </ButtonLink>
          {visible || hasTitle ? (
            <form method="post" action={forms.visibility.action} id="visibility">
              <FormErrors errors={forms.visibility.errors} labels={{}} address={forms.visibility.action} />
              <input type="hidden" name={CSRF_FIELD} value={forms.visibility.csrf} />
              <input type="hidden" name={FORM_FIELD} value="visibility" />
              <Button kind="secondary" name="visible" value={visible ? 'no' : 'yes'}>
                {t(visible ? 'resume.own.hide' : 'resume.own.show')}
              </Button>
            </form>
          ) : (
            <p>{t('resume.own.needsTitle')}</p>
          )}
        </div>
      )}
      <CompletenessCard missing={completeness.missing} />
    </Column>
  );
}

/** Deletes a resume, after a confirmation. */
export function DeleteResume({ form }: { form: PageForm }) {
  const { t } = usePage();
  return (
    <div data-screen-only>
      <AskFirst words={t('resume.own.delete')} question={t('resume.own.deleteSure')} isOpen={form.errors.length > 0}>
        <form method="post" action={form.action} id="delete">
          <FormErrors errors={form.errors} labels={{}} address={form.action} />
          <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
          <input type="hidden" name={FORM_FIELD} value="delete" />
          <Button kind="secondary">{t('resume.own.deleteYes')}</Button>
        </form>
      </AskFirst>
    </div>
  );
}
