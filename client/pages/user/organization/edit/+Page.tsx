import { PRIVATE_STEP, type OrganizationFormStep } from '#contract/organization-form/organization-form.js';
import { editOrganizationPath, OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import type { EditedOrganizationFactsFragment } from '#contract/generated/operations.js';
import styles from '../../../../components/defined-form/defined-form.module.css';
import { FormStep, StepList } from '../../../../components/defined-form/form-step';
import { OwnPage } from '../../../../components/layouts/own-page';
import { Alert } from '../../../../components/ui/feedback/alert';
import { OrganizationAbout, OrganizationHead } from '../../../../features/organizations/organization-about';
import { ProfileGroups } from '../../../../features/organizations/profile/profile-groups';
import { usePage } from '../../../../lib/page-context';
import { Button } from '../../../../components/ui/buttons/button';
import { Column } from '../../../../components/ui/containers/container';
import { labelled } from '../../../../components/ui/forms/field-labels';
import { FormErrors } from '../../../../components/ui/forms/form-errors';
import type { PageForm } from '../../../../lib/page-form';
import {
  InReview,
  SectionTag,
  DiscardChanges,
  organizationWords,
} from '../../../../features/organization-editing/organization-changes';
import type { EditorData } from './+load.server';
import { CsrfFields } from '../../../../components/ui/forms/hidden-fields';

export function Page({ data }: { data: EditorData }) {
  const { t, href } = usePage();
  const { edited, step, steps, form, fields, values, terms, preview, notice } = data;
  const section = edited.sections.find((each) => each.step === step);
  const words = organizationWords(t);
  return (
    <OwnPage
      narrow={step !== 'preview'}
      title={t('organization-form.title')}
      intro={
        <p>
          {edited.name} · <a href={href(OWN_ORGANIZATION_PATH)}>{t('organization-form.toOverview')}</a>
          {edited.url && (
            <>
              {' '}
              · <a href={href(edited.url.path)}>{t('organization-form.toPage')}</a>
            </>
          )}
        </p>
      }
    >
      <StepList
        steps={steps}
        current={step}
        nameOf={words.step}
        pathOf={(to: EditorData['step']) => editOrganizationPath(edited.id, to)}
      />
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`organization-form.notice.${notice === 'published' && edited.state === 'pending' ? 'pending' : notice}`)}
          </Alert>
        </div>
      )}
      {edited.state === 'pending' && <Alert>{t('organization-form.pending')}</Alert>}
      {step === 'preview' ? (
        <>
          <PublishForm edited={edited} form={form} />
          {preview && (
            <section aria-label={t('organization-form.step.preview')} className={styles.preview} data-preview>
              <OrganizationHead organization={preview} level={2} />
              <OrganizationAbout organization={preview} />
              <ProfileGroups organization={preview} />
            </section>
          )}
        </>
      ) : (
        <FormStep
          entity="organization"
          form={form}
          step={step}
          isFirst={step === steps[0]}
          fields={fields}
          values={values}
          terms={terms}
          words={words}
          version={edited.version}
          hidden={steps.includes(PRIVATE_STEP) ? {} : { steps: 'public' }}
          buttons={<SectionButtons edited={edited} step={step} />}
          enter="publish"
        >
          <div>{section && <SectionTag state={section.state} />}</div>
          {step === PRIVATE_STEP && <p>{t('organization-form.private')}</p>}
        </FormStep>
      )}
    </OwnPage>
  );
}

/**
 * The buttons of a section: saving publishes it (on a page that is not public yet, together with the first job), unless
 * it is saved as a draft.
 */
function SectionButtons({ edited, step }: { edited: EditedOrganizationFactsFragment; step: OrganizationFormStep }) {
  const { t } = usePage();
  const isShown = edited.state === 'public' && step !== PRIVATE_STEP;
  const isChanged = edited.sections.some((section) => section.step === step && section.state === 'changed');
  return (
    <>
      <div className={styles.actions}>
        {/* The Enter key presses the first button. */}
        <Button name="go" value="publish" data-checked>
          {t(isShown ? 'organization-form.publishSection' : 'organization-form.saveSection')}
        </Button>
        <Button kind="secondary" name="go" value="next" data-checked>
          {t(isShown ? 'organization-form.publishAndContinue' : 'defined-form.next')}
        </Button>
        <Button kind="quiet" name="go" value="save">
          {t('organization-form.saveDraft')}
        </Button>
      </div>
      {isChanged && <DiscardChanges />}
    </>
  );
}

/** Remaining tasks before changes can be published, and the buttons that publish them. */
function PublishForm({ edited, form }: { edited: EditedOrganizationFactsFragment; form: PageForm }) {
  const { t, href, locale } = usePage();
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
                    {labelled(number ? words.entry(name, Number(number)) : words.field(name), message, locale)}
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
          <CsrfFields value={form.csrf} />
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
