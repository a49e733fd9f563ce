import type { EditedOrganizationFactsFragment } from '#contract/generated/operations.js';
import type { OrganizationFormStep } from '#contract/organization-form/organization-form.js';
import { editOrganizationPath } from '#contract/pages/paths.js';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import styles from '../../components/defined-form/defined-form.module.css';
import { Column } from '../../components/ui/containers/column';
import { Alert } from '../../components/ui/feedback/alert';
import { Button } from '../../components/ui/buttons/button';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { DiscardChanges } from './discard-changes';
import { InReview } from './in-review';
import { organizationWords } from './organization-words';

/** Remaining tasks before changes can be published, and the buttons that publish them. */
export function PublishForm({ edited, form }: { edited: EditedOrganizationFactsFragment; form: PageForm }) {
  const { t, href } = usePage();
  const { id, errors, version, hasChanges, state, inReview } = edited;
  const words = organizationWords(t);
  return (
    <Column gap={5}>
      <FormErrors
        errors={form.errors.map(({ message }) => ({ field: null, message }))}
        labels={{}}
        address={form.action}
      />
      {errors.length > 0 && (
        <Alert kind="warn">
          <p>{t('organization-form.missing')}</p>
          <ul className={styles.missing}>
            {errors.map(({ field, step, message }) => {
              const [name = '', number] = (field ?? '').split('.');
              return (
                <li key={field}>
                  <a
                    href={`${href(editOrganizationPath(id, step as OrganizationFormStep))}&error=check#field-${field}`}
                  >
                    {number ? words.entry(name, Number(number)) : words.field(name)}: {message}
                  </a>
                </li>
              );
            })}
          </ul>
        </Alert>
      )}
      {inReview.length > 0 && <InReview fields={inReview} />}
      {!hasChanges && <Alert>{t('organization-form.nothingChanged')}</Alert>}
      {hasChanges && (
        <form method="post" action={form.action} data-organization-publish>
          <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
          <input type="hidden" name="version" value={version} />
          <div className={styles.actions}>
            {errors.length === 0 && (
              <Button name="go" value="publish">
                {t(state === 'public' ? 'organization-form.publish' : 'organization-form.keep')}
              </Button>
            )}
          </div>
          <DiscardChanges />
        </form>
      )}
    </Column>
  );
}
