import { AskFirst } from '../../components/ui/dialogs/ask-first';
import { Button } from '../../components/ui/buttons/button';
import { usePage } from '../../lib/page-context';

/**
 * The button that discards unpublished changes, after a confirmation. Must be inside a form.
 *
 * @param section section whose changes are discarded; undefined for all
 */
export function DiscardChanges({ section }: { section?: string }) {
  const { t } = usePage();
  const words = t('organization-form.discard');
  return (
    <AskFirst words={words} label={section && `${words}: ${section}`} question={t('organization-form.discardSure')}>
      <Button kind="secondary" name="go" value="discard">
        {words}
      </Button>
    </AskFirst>
  );
}
