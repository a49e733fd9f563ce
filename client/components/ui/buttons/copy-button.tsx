import { usePage } from '../../../lib/page-context';
import { Button } from './button';

/**
 * Copies a text. Shown only if scripts run; the text itself must also be visible or otherwise known.
 *
 * @param text the text to copy
 * @param label label of the button
 */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = usePage();
  return (
    <Button kind="secondary" type="button" data-copy={text} data-copied={t('job.copied')} hidden>
      {label}
    </Button>
  );
}
