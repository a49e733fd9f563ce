import type { EditedOrganizationFactsFragment } from '#contract/generated/operations.js';
import { type OrganizationFormStep, PRIVATE_STEP } from '#contract/organization-form/organization-form.js';
import { Button } from '../../components/ui/buttons/button';
import styles from '../../components/defined-form/defined-form.module.css';
import { usePage } from '../../lib/page-context';
import { DiscardChanges } from './discard-changes';

/**
 * The buttons of a section: saving publishes it (on a page that is not public yet, together with the first job), unless
 * it is saved as a draft.
 */
export function SectionButtons({
  edited,
  step,
}: {
  edited: EditedOrganizationFactsFragment;
  step: OrganizationFormStep;
}) {
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
