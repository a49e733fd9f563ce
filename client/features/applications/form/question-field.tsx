import { MAX_ANSWER_LENGTH } from '#contract/applications/application-rules.js';
import { YES_NO } from '#contract/applications/screening.js';
import type { JobToApplyForFragment } from '#contract/generated/operations.js';
import { Select } from '../../../components/defined-form/choice-fields';
import { FormField, FormTextArea } from '../../../components/ui/forms/form-field';
import { usePage } from '../../../lib/page-context';

interface QuestionFieldProps {
  name: string;
  label: string | undefined;
  error: string | undefined;
  defaultValue: string | undefined;
  question: JobToApplyForFragment['applicationQualifyingQuestions'][number] & {
    /** Whether an answer is required. */
    needed: boolean;
  };
}

/** A question of the employer, with a field of the appropriate type. */
export function QuestionField({ question: { type, choices, needed }, ...field }: QuestionFieldProps) {
  const { t } = usePage();
  if (type === 'number') return <FormField {...field} inputMode="decimal" required={needed} maxLength={20} />;
  if (type === 'yes_no' || type === 'choice') {
    const { defaultValue: value = '', ...shown } = field;
    const options =
      type === 'choice'
        ? choices.map((choice) => ({ value: choice, text: choice }))
        : YES_NO.map((choice) => ({ value: choice, text: t(`applications.form.yesNo.${choice}`) }));
    return <Select {...shown} help={undefined} options={options} value={value} aria-required={needed || undefined} />;
  }
  return <FormTextArea {...field} required={needed} maxLength={MAX_ANSWER_LENGTH} rows={3} />;
}
