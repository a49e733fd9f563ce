import type { EditedOrganizationFactsFragment } from '#contract/generated/operations.js';
import { Tag } from '../../components/ui/tag';
import { usePage } from '../../lib/page-context';

type SectionState = EditedOrganizationFactsFragment['sections'][number]['state'];

/** Whether a section of an organization's page is live, has unpublished changes, or goes live with the first job. */
export function SectionTag({ state }: { state: SectionState }) {
  const { t } = usePage();
  return <Tag>{t(`organization-form.section.${state}`)}</Tag>;
}
