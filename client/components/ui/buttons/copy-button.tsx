import { usePage } from '../../../lib/page-context';
import { Button } from './button';

/**
 * Copies a text. Shown only where scripts run; the text itself has to stand beside it or be known otherwise.
 *
 * @param text what is copied
 * @param label what the button says
 */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = usePage();
  return (
    <Button kind="secondary" type="button" data-copy={text} data-copied={t('job.copied')} hidden>
      {label}
    </Button>
  );
}
