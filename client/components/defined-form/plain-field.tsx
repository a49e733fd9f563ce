import type { ReactNode } from 'react';
import { toolbarOf } from '#contract/defined-form/toolbars.js';
import { htmlOfPlainText, isMarkup } from '#shared/text/plain-text.js';
import { removalName, uploadName } from '#contract/defined-form/sent-values.js';
import { ACCEPTED_ATTACHMENTS, ACCEPTED_PICTURES } from '#contract/applications/uploads.js';
import { Island } from '../../lib/islands/island';
import { usePage } from '../../lib/page-context';
import { useUser } from '../../lib/user/user-context';
import { FormCheckbox, FormField, FormTextArea } from '../ui/forms/form-field';
import { formatBytes } from '../../lib/format';
import { classNames } from '../ui/class-names';
import fieldStyles from '../ui/forms/field.module.css';
import { fieldId, labelled } from '../ui/forms/field-labels';
import fieldFrame from '../ui/forms/form-field.module.css';
import { imageSources } from '../ui/media/image-sources';
import { Icon } from '../ui/icon';
import { AreaField, isArea } from './area-field';
import { Choices, type Option, Select } from './choice-fields';
import styles from './defined-form.module.css';
import type { FormTerms, PlainField as PlainFieldDefinition, FormWords } from './form-view';

const WIDTH = 320;

/** Visible rows of a text area that holds several lines. */
const ROWS = { rich_text: 14, long_text: 4, lines: 4 };

/** A field as defined by the site's data; the form's catalogue provides the label. */
export function PlainField(props: PlainFieldProps) {
  const { field, values, error, terms, words } = props;
  const { t, locale, site } = usePage();
  const { user } = useUser();
  const { name, kind, type, required, multiple, isPrivate, settings } = field;
  const label = (
    <>
      {words.field(kind)}
      {!required && !words.conditional.includes(kind) && (
        <small className={styles.optional}> {t('defined-form.optional')}</small>
      )}
      {isPrivate && <PrivateMark />}
    </>
  );
  const help = words.help(kind);
  const autoComplete = words.autocomplete?.[name];
  const shared = { name, label, help, error, autoComplete, 'aria-required': required || undefined };
  const value = values[0] ?? '';
  const maxLength = settings.maxLength ?? undefined;
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
          rows={ROWS.rich_text}
          maxLength={maxLength}
          defaultValue={editableText(value)}
          data-rich-text
          data-html={isMarkup(value) ? value : htmlOfPlainText(value)}
          data-toolbar={toolbarOf((user?.roles ?? []).map(({ targetId }) => targetId)).join(' ')}
        >
          <Island name="rich-text" when="idle" component={EditorPlace} props={{ name }} />
        </FormTextArea>
      );
    case 'long_text':
      return <FormTextArea {...shared} rows={ROWS.long_text} maxLength={maxLength} defaultValue={value} />;
    case 'lines':
      return <FormTextArea {...shared} rows={ROWS.lines} defaultValue={values.join('\n')} />;
    case 'date':
      return <FormField {...shared} type="date" defaultValue={value} />;
    case 'month':
      return <FormField {...shared} type="month" defaultValue={value} />;
    case 'number':
      return <FormField {...shared} inputMode="decimal" defaultValue={value} />;
    case 'email':
      return (
        <FormField
          {...shared}
          type="email"
          multiple={multiple || undefined}
          maxLength={multiple ? undefined : maxLength}
          defaultValue={values.join(', ')}
        />
      );
    case 'boolean':
      return <FormCheckbox {...shared} label={words.field(kind)} value="yes" defaultChecked={value !== ''} />;
    case 'file':
    case 'image':
      return <FileField {...props} label={label} isPicture={type === 'image'} />;
    case 'term':
    case 'choice':
    case 'country': {
      const options = optionsOf();
      return multiple ? (
        <Choices {...shared} options={options} values={values} most={field.maxNumItems} />
      ) : (
        <Select {...shared} options={options} value={value || onlyCountry(options)} isSearched={type !== 'country'} />
      );
    }
    default:
      if (isArea(kind)) return <AreaField {...shared} value={value} maxLength={maxLength} />;
      return <FormField {...shared} type={inputType()} maxLength={maxLength} defaultValue={value} />;
  }

  function inputType(): string {
    return autoComplete === 'tel' ? 'tel' : (INPUT_TYPES[type] ?? 'text');
  }

  /**
   * On a site with one country, the country is preselected. In a new entry it stays empty, because an entry with a
   * country would count as filled in.
   */
  function onlyCountry(options: readonly Option[]): string {
    return type === 'country' && !name.includes('.') && options.length === 1 ? options[0]!.value : '';
  }

  function optionsOf(): Option[] {
    if (type === 'term') {
      return (terms[settings.vocabulary ?? ''] ?? []).map(({ tid, label: text }) => ({ value: String(tid), text }));
    }
    if (type === 'country') {
      const names = new Intl.DisplayNames([locale], { type: 'region' });
      return [...new Set([...site.countries, ...values])].map((code) => ({ value: code, text: nameOf(names, code) }));
    }
    return settings.choices.map((choice) => ({ value: choice, text: words.choice(kind, choice) }));
  }
}

const INPUT_TYPES: Readonly<Record<string, string>> = { url: 'url', video: 'url' };

/** The typed value may not be a valid code. */
function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

const SIMPLE = /^(?:<p>(?:[^<]|<br \/>)*<\/p>|<ul>(?:<li>[^<]*<\/li>)*<\/ul>|\s)*$/;
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** Rich text for a field without an editor: plain text if nothing is lost by that, otherwise the HTML. */
function editableText(html: string): string {
  if (!SIMPLE.test(html)) return html;
  return html
    .replace(/<br \/>/g, '\n')
    .replace(/<li>/g, '- ')
    .replace(/<\/li>/g, '\n')
    .replace(/<\/(?:p|ul)>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * A field for a file or a picture: the current file, a checkbox that removes it, and an input for another one. With
 * scripts, a file is uploaded as soon as it is chosen, and its progress is shown; without scripts, it is sent with the
 * form.
 */
function FileField({
  field: { name, kind, required, settings },
  values,
  error,
  words,
  label,
  picture,
  isPicture,
}: PlainFieldProps & { label: ReactNode; isPicture: boolean }) {
  const { t, locale } = usePage();
  const id = fieldId(name);
  const [current = ''] = values;
  const most = settings.mostBytes ? formatBytes(settings.mostBytes, locale) : '';
  return (
    <div
      className={classNames(fieldFrame.field, styles.file)}
      data-field={name}
      data-file-field
      data-kind={isPicture ? 'picture' : 'file'}
      data-most-bytes={settings.mostBytes ?? undefined}
      data-texts={JSON.stringify({
        type: t(isPicture ? 'defined-form.file.noPicture' : 'defined-form.file.noFile'),
        size: t('defined-form.file.size', { most }),
        empty: t('defined-form.file.empty'),
        lost: t('defined-form.file.lost'),
        sent: t('defined-form.file.sent'),
      })}
    >
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      {current && (
        <CurrentFile value={current} isRemovable={!required} name={name} isPicture={isPicture} picture={picture} />
      )}
      <input
        type="file"
        id={id}
        name={uploadName(name)}
        accept={isPicture ? ACCEPTED_PICTURES : ACCEPTED_ATTACHMENTS}
        className={fieldStyles.input}
        aria-describedby={`${id}-help ${id}-error`}
        aria-invalid={error === undefined ? undefined : true}
        aria-required={required || undefined}
      />
      <input type="hidden" name={name} value={current} />
      <progress max={1} value={0} hidden aria-label={words.field(kind)} data-file-progress />
      <button
        type="button"
        className={styles.retry}
        hidden
        aria-label={labelled(t('defined-form.file.retry'), words.field(kind), locale)}
        data-file-retry
      >
        {t('defined-form.file.retry')}
      </button>
      <p className={fieldFrame.help} id={`${id}-help`}>
        {words.help(kind)} {t(isPicture ? 'defined-form.file.pictures' : 'defined-form.file.files', { most })}
      </p>
      <p className={fieldFrame.error} id={`${id}-error`} role="alert" data-file-error>
        {error}
      </p>
      <p className={styles.soft} role="status" data-file-status />
    </div>
  );
}

/** The current file of the field: a stored file (`id name`), or one that was just uploaded. */
function CurrentFile({
  value,
  name,
  isPicture,
  isRemovable,
  picture,
}: {
  value: string;
  name: string;
  isPicture: boolean;
  isRemovable: boolean;
  picture: string | undefined;
}) {
  const { t } = usePage();
  const at = value.indexOf(' ');
  const file = at > 0 ? { id: value.slice(0, at), name: value.slice(at + 1) } : undefined;
  const url = file && !picture && `/files/${file.id}/${encodeURIComponent(file.name)}`;
  return (
    <div data-file-current>
      {picture && <img src={picture} alt={t('defined-form.file.current')} />}
      {url && isPicture && <img {...imageSources(url, WIDTH)} alt={t('defined-form.file.current')} />}
      <span>
        {url && !isPicture ? <a href={url}>{file.name}</a> : t('defined-form.currentFile', { name: file?.name ?? '…' })}
      </span>
      {isRemovable && (
        <label className={styles.remove}>
          <input type="checkbox" name={removalName(name)} value="yes" />
          <span>{t('defined-form.file.remove')}</span>
        </label>
      )}
    </div>
  );
}

/** A mark beside the label of a field that only few people can see. */
export function PrivateMark() {
  const { t } = usePage();
  return (
    <small className={styles.private}>
      <Icon name="lock" /> {t('defined-form.private')}
    </small>
  );
}

/** Properties of a single field of any type. */
interface PlainFieldProps {
  field: PlainFieldDefinition;
  values: readonly string[];
  error: string | undefined;
  terms: FormTerms;
  words: FormWords;
  /** URL of the picture in the field, if the picture has no URL of its own. */
  picture?: string | undefined;
}

export interface EditorProps {
  /** Name of the text area in the same form that the editor replaces. */
  name: string;
}

/** The server's rendering of the island `rich-text`: the editor's code runs only in browsers. */
function EditorPlace({ name }: EditorProps) {
  return <div data-editor={name} />;
}
