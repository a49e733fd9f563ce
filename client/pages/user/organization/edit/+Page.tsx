import { PRIVATE_STEP } from '#contract/organization-form/organization-form.js';
import { editOrganizationPath, OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import styles from '../../../../components/defined-form/defined-form.module.css';
import { FormStep } from '../../../../components/defined-form/form-step';
import { StepList } from '../../../../components/defined-form/step-list';
import { OwnPage } from '../../../../components/layouts/own-page';
import { Alert } from '../../../../components/ui/feedback/alert';
import { organizationWords } from '../../../../features/organization-editing/organization-words';
import { SectionButtons } from '../../../../features/organization-editing/section-buttons';
import { SectionTag } from '../../../../features/organization-editing/section-tag';
import { PublishForm } from '../../../../features/organization-editing/publish-form';
import { OrganizationAbout } from '../../../../features/organizations/organization-about';
import { OrganizationHead } from '../../../../features/organizations/organization-head';
import { ProfileGroups } from '../../../../features/organizations/profile/profile-groups';
import { usePage } from '../../../../lib/page-context';
import type { EditorData } from './+load.server';

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
