import { ALERT_SECONDS, frequencyName } from '#contract/alerts.js';
import type { AlertKind } from '#contract/generated/operations.js';
import { SelectField } from '../../components/ui/forms/field';
import { fieldId } from '../../components/ui/forms/field-id';
import { usePage } from '../../lib/page-context';

/** Maximum frequency of mails. @param value in seconds */
export function FrequencyField({ kind, value }: { kind: AlertKind; value: number }) {
  const { t } = usePage();
  return (
    <SelectField
      name="everySeconds"
      id={fieldId('everySeconds')}
      label={t('alerts.every.label')}
      options={ALERT_SECONDS[kind].map((seconds) => [String(seconds), t(`alerts.every.${frequencyName(seconds)}`)])}
      defaultValue={String(value)}
    />
  );
}
