import type { EditedResumeFactsFragment } from '#contract/generated/operations.js';
import { editResumePath, resumeWizardPath } from '#contract/pages/paths.js';
import { CSRF_FIELD, FORM_FIELD } from '#contract/applications/sent-form.js';
import { AskFirst } from '../../../components/ui/dialogs/ask-first';
import { Alert } from '../../../components/ui/feedback/alert';
import { Button } from '../../../components/ui/buttons/button';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';

/** Typed values that are not part of the resume yet: they can be continued or discarded. */
export function UnsavedChanges({ edited, form }: { edited: EditedResumeFactsFragment; form: PageForm }) {
  const { t, href } = usePage();
  const { exists, hasChanges, version } = edited;
  if (!hasChanges) return null;
  return (
    <Alert kind="warn">
      <p>
        {t('resume.own.unsaved')}{' '}
        <a href={href(exists ? editResumePath() : resumeWizardPath('personal_info'))} rel="nofollow">
          {t('resume.own.goOn')}
        </a>
      </p>
      <AskFirst words={t('resume.own.discard')} question={t('resume.own.discardSure')} isOpen={form.errors.length > 0}>
        <form method="post" action={form.action} id="discard">
          <FormErrors errors={form.errors} labels={{}} address={form.action} />
          <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
          <input type="hidden" name={FORM_FIELD} value="discard" />
          <input type="hidden" name="version" value={version} />
          <Button kind="secondary">{t('resume.own.discard')}</Button>
        </form>
      </AskFirst>
    </Alert>
  );
}
