import type { ReactNode } from 'react';
import { toolbarOf } from '../../../src/contract/defined-form/toolbars.js';
import { htmlOfPlainText, isMarkup } from '../../../src/contract/plain-text.js';
import { ACCEPTED_ATTACHMENTS } from '../../../src/contract/uploads.js';
import { usePage } from '../../lib/page-context';
import { useUser } from '../../lib/user/user-context';
import { FormCheckbox, FormField, FormTextArea } from '../ui/form-field';
import { Choices, type Option, Select } from './choice-fields';
import styles from './defined-form.module.css';
import { editableText } from './editable-text';
import type { FormFieldDefinition, FormTerms } from './form-view';
import type { FormWords } from './form-words';

interface DefinedFieldProps {
  field: FormFieldDefinition;
  values: readonly string[];
  error: string | undefined;
  terms: FormTerms;
  words: FormWords;
}

/** A field as the site's data says: what it is called, the form's words say. */
export function DefinedField(props: DefinedFieldProps) {
  const { field, values, error, terms, words } = props;
  const { t, locale, site } = usePage();
  const { user } = useUser();
  const { name, type, required, multiple, settings } = field;
  const label = (
    <>
      {words.field(name)}
      {!required && !words.conditional.includes(name) && (
        <small className={styles.optional}> {t('defined-form.optional')}</small>
      )}
    </>
  );
  const help = words.help(name);
  const shared = { name, label, help, error, 'aria-required': required || undefined };
  const value = values[0] ?? '';
  switch (type) {
    case 'rich_text':
      return (
        <FormTextArea
          {...shared}
          help={
            <>
              {help} <span data-plain-text>{t('defined-form.plainText')}</span>
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
      return <FormCheckbox {...shared} label={words.field(name)} value="yes" defaultChecked={value !== ''} />;
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
      return (terms[settings.vocabulary ?? ''] ?? []).map(({ tid, label: text }) => ({ value: String(tid), text }));
    }
    if (type === 'country') {
      const names = new Intl.DisplayNames([locale], { type: 'region' });
      return [...new Set([...site.countries, ...values])].map((code) => ({ value: code, text: nameOf(names, code) }));
    }
    return settings.choices.map((choice) => ({
      value: choice,
      text: words.choice(name, choice),
    }));
  }
}

/** What was typed may be no code at all. */
function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

function FileField({ field: { name }, values, error, label, words }: DefinedFieldProps & { label: ReactNode }) {
  const { t } = usePage();
  const current = values[0] ?? '';
  const known = current.includes(' ') ? current.slice(current.indexOf(' ') + 1) : '';
  return (
    <>
      <FormField
        name="upload"
        label={label}
        help={words.help(name)}
        error={error}
        type="file"
        accept={ACCEPTED_ATTACHMENTS}
      />
      <input type="hidden" name={name} value={current} />
      {known && <p className={styles.soft}>{t('defined-form.currentFile', { name: known })}</p>}
    </>
  );
}
