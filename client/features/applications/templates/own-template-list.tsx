import type { OwnAnswerTemplatesFragment } from '#contract/generated/operations.js';
import { answerTemplatesPath } from '#contract/pages/paths.js';
import { Button, ButtonLink } from '../../../components/ui/buttons/button';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormIdentity } from '../../../components/ui/forms/form-identity';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../applications.module.css';

/** The templates of an organization, each with an edit link and a form that deletes it. */
export function OwnTemplateList({ own, form }: { own: OwnAnswerTemplatesFragment; form: PageForm }) {
  const { t, href } = usePage();
  return (
    <Panel id="templates" title={t('applications.templates.list')}>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      {own.templates.length === 0 && <p className={styles.soft}>{t('applications.templates.none')}</p>}
      {own.templates.length > 0 && (
        <ul className={styles.rows}>
          {own.templates.map(({ id, name, subject, state }) => (
            <li key={id} data-template={name}>
              <div>
                <strong>{name}</strong>
                <p>{subject}</p>
                {state && (
                  <p>{t('applications.templates.moves', { state: t(`applications.state.employer.${state}`) })}</p>
                )}
              </div>
              <div className={styles.steps}>
                <ButtonLink
                  kind="secondary"
                  href={`${href(answerTemplatesPath(own.id, id))}#template`}
                  aria-label={t('applications.templates.editOne', { name })}
                >
                  {t('applications.templates.edit')}
                </ButtonLink>
                <details className={styles.letter}>
                  <summary aria-label={t('applications.templates.deleteOne', { name })}>
                    {t('applications.templates.delete')}
                  </summary>
                  <p>{t('applications.templates.deleteSure', { name })}</p>
                  <form method="post" action={form.action}>
                    <FormIdentity form={form} />
                    <input type="hidden" name="id" value={id} />
                    <Button kind="danger">{t('applications.templates.delete')}</Button>
                  </form>
                </details>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
