import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import type { EditedOrganizationFactsFragment } from '#contract/generated/operations.js';
import type { OrganizationFormStep } from '#contract/organization-form/organization-form.js';
import { editOrganizationPath } from '#contract/pages/paths.js';
import { Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/column';
import { usePage } from '../../lib/page-context';
import { DiscardChanges } from './discard-changes';
import { organizationWords } from './organization-words';
import styles from './rows.module.css';
import { SectionTag } from './section-tag';

/** The sections of an organization's page with their states. Unpublished changes can be published or discarded from here. */
export function SectionList({ organization, csrf }: { organization: EditedOrganizationFactsFragment; csrf: string }) {
  const { t, href } = usePage();
  const { id, sections, version, state: pageState } = organization;
  const words = organizationWords(t);
  return (
    <Column as="ul" gap={1} className={styles.list}>
      {sections.map(({ step, state }) => {
        const name = words.step(step);
        const address = href(editOrganizationPath(id, step as OrganizationFormStep));
        const publish = t(pageState === 'public' ? 'organization-form.publishDraft' : 'organization-form.saveSection');
        return (
          <li key={step} data-section={step} data-section-state={state}>
            <p className={styles.row}>
              <a href={address} rel="nofollow">
                {name}
              </a>
              <SectionTag state={state} />
            </p>
            {state === 'changed' && (
              <form method="post" action={address} className={styles.actions}>
                <input type="hidden" name={CSRF_FIELD} value={csrf} />
                <input type="hidden" name="version" value={version} />
                <Button kind="secondary" name="go" value="publish" aria-label={`${publish}: ${name}`}>
                  {publish}
                </Button>
                <DiscardChanges section={name} />
              </form>
            )}
          </li>
        );
      })}
    </Column>
  );
}
