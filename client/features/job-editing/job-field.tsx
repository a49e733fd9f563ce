import type { ReactNode } from 'react';
import { toolbarOf } from '../../../src/contract/job-form/toolbars.js';
import { htmlOfPlainText, isMarkup } from '../../../src/contract/plain-text.js';
import { ACCEPTED_ATTACHMENTS } from '../../../src/contract/uploads.js';
import { FormCheckbox, FormField, FormTextArea } from '../../components/ui/form-field';
import { usePage } from '../../lib/page-context';
import { useUser } from '../../lib/user/user-context';
import { Choices, type Option, Select } from './choice-fields';
import { editableText } from './editable-text';
import styles from './job-form.module.css';
import type { FormFieldDefinition, FormTerms } from './job-form-view';

interface JobFieldProps {
  field: FormFieldDefinition;
  values: readonly string[];
  error: string | undefined;
  terms: FormTerms;
}

/** A field as the site's data says: what it is called, the catalogues say. */
export function JobField(props: JobFieldProps) {
  const { field, values, error, terms } = props;
  const { t, locale, site } = usePage();
  const { user } = useUser();
  const { name, type, required, multiple, settings } = field;
  const label = (
    <>
      {t(`job-wizard.field.${name}`)}
      {!required && !CONDITIONAL.includes(name) && (
        <small className={styles.optional}> {t('job-wizard.optional')}</small>
      )}
    </>
  );
  const help = HELPED.includes(name) ? t(`job-wizard.help.${name}`) : undefined;
  const shared = { name, label, help, error, 'aria-required': required || undefined };
  const value = values[0] ?? '';
  switch (type) {
    case 'rich_text':
      return (
        <FormTextArea
          {...shared}
          help={
            <>
              {help} <span data-plain-text>{t('job-wizard.help.plainText')}</span>
            </>
          }
          rows={14}
          maxLength={settings.maxLength ?? undefined}
          defaultValue={editableText(value)}
          data-rich-text
          data-html={isMarkup(value) ? value : htmlOfPlainText(value)}
          data-toolbar={toolbarOf((user?.roles ?? []).map(({ targetId }) => targetId)).join(' ')}
        />
      );
    case 'lines':
      return <FormTextArea {...shared} rows={4} defaultValue={values.join('\n')} />;
    case 'date':
      return <FormField {...shared} type="date" defaultValue={value} />;
    case 'number':
      return <FormField {...shared} inputMode="decimal" defaultValue={value} />;
    case 'boolean':
      return (
        <FormCheckbox {...shared} label={t(`job-wizard.field.${name}`)} value="yes" defaultChecked={value !== ''} />
      );
    case 'file':
      return <FileField {...props} label={label} />;
    case 'term':
    case 'choice':
    case 'country': {
      const options = optionsOf();
      return multiple ? (
        <Choices {...shared} options={options} values={values} most={field.maxNumItems} />
      ) : (
        <Select {...shared} options={options} value={value} />
      );
    }
    default:
      return (
        <FormField
          {...shared}
          type={type === 'url' || type === 'email' ? type : 'text'}
          maxLength={settings.maxLength ?? undefined}
          defaultValue={value}
        />
      );
  }

  function optionsOf(): Option[] {
    if (type === 'term') {
      const known = Object.hasOwn(terms, settings.vocabulary ?? '')
        ? terms[settings.vocabulary as keyof FormTerms]
        : [];
      return known.map(({ tid, label: text }) => ({ value: String(tid), text }));
    }
    if (type === 'country') {
      const names = new Intl.DisplayNames([locale], { type: 'region' });
      return [...new Set([...site.countries, ...values])].map((code) => ({ value: code, text: nameOf(names, code) }));
    }
    return settings.choices.map((choice) => ({
      value: choice,
      text: name === 'currencyCode' ? choice : t(`job-wizard.choice.${name}.${choice}`),
    }));
  }
}

/** What others of the form decide is needed: their help says which. */
const CONDITIONAL = [
  ...['countryCode', 'locality', 'zip', 'currencyCode', 'salaryUnit', 'applicationEmails', 'applicationLink'],
];
const HELPED = [
  ...['title', 'linkUrl', 'file', 'description', 'availabilityPeriod', 'videoUrl', 'organizationAssignment'],
  ...['eligibleCountries', 'locality', 'occupationalField', 'skillsFree', 'published', 'expiration', 'duration'],
  ...['applicationEmails', 'applicationLink', 'reference', 'minSalary', 'applicationQualifyingQuestions'],
];

/** What was typed may be no code at all. */
function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

function FileField({ field: { name }, values, error, label }: JobFieldProps & { label: ReactNode }) {
  const { t } = usePage();
  const current = values[0] ?? '';
  const known = current.includes(' ') ? current.slice(current.indexOf(' ') + 1) : '';
  return (
    <>
      <FormField
        name="upload"
        label={label}
        help={t('job-wizard.help.file')}
        error={error}
        type="file"
        accept={ACCEPTED_ATTACHMENTS}
      />
      <input type="hidden" name={name} value={current} />
      {known && <p className={styles.soft}>{t('job-wizard.currentFile', { name: known })}</p>}
    </>
  );
}
