import { CSRF_FIELD, FORM_FIELD } from '#contract/applications/sent-form.js';
import formStyles from '../../../components/defined-form/defined-form.module.css';
import { Button } from '../../../components/ui/button';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';

/** The end of a resume, behind one more question. */
export function DeleteResume({ form }: { form: PageForm }) {
  const { t } = usePage();
  return (
    <details className={formStyles.discard} open={form.errors.length > 0} data-screen-only>
      <summary>{t('resume.own.delete')}</summary>
      <p>{t('resume.own.deleteSure')}</p>
      <form method="post" action={form.action} id="delete">
        <FormErrors errors={form.errors} labels={{}} address={form.action} />
        <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
        <input type="hidden" name={FORM_FIELD} value="delete" />
        <Button kind="secondary">{t('resume.own.deleteYes')}</Button>
      </form>
    </details>
  );
}
