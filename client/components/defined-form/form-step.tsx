import { Fragment, type ReactNode } from 'react';
import { type FieldValues, CHECKED_BUTTONS, type DefinedFormName } from '#contract/defined-form/defined-form.js';
import type { FormError } from '#contract/applications/sent-form.js';
import type { Path } from '#contract/pages/paths.js';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { useUser } from '../../lib/user/user-context';
import { Button } from '../ui/buttons/button';
import { Column } from '../ui/containers/container';
import { FormErrors } from '../ui/forms/form-errors';
import visuallyHidden from '../ui/visually-hidden.module.css';
import { AreaList, isArea } from './area-field';
import { DefinedField } from './defined-field';
import styles from './defined-form.module.css';
import { checkTextsOfStep, rulesOfStep } from './form-rules';
import { type FormFieldDefinition, type FormTerms, groupsOf, type FormWords } from './form-view';
import { CsrfFields } from '../ui/forms/hidden-fields';

interface FormStepProps {
  /** The form whose rules apply. */
  entity: DefinedFormName;
  form: PageForm;
  step: string;
  isFirst: boolean;
  version: number;
  /** Values that are sent in addition to the visible fields. */
  hidden: Readonly<Record<string, string>>;
  fields: readonly FormFieldDefinition[];
  values: FieldValues;
  terms: FormTerms;
  words: FormWords;
  /** URL of the picture in the form, if the picture has no URL of its own. */
  picture?: string | undefined;
  /** Content below a field, by the field's name. */
  below?: Readonly<Record<string, ReactNode>>;
  /** Time zone of the dates in the form, if it is not the site's. */
  timeZone?: string | undefined;
  /** Content below the fields; replaces the buttons of a wizard. */
  buttons?: ReactNode;
  /**
   * Value of `go` that the Enter key sends; must be that of the first button. In a wizard, Enter goes to the next step.
   */
  enter?: string;
  /** Content above the fields. */
  children?: ReactNode;
}

/**
 * One step of a form. It is submitted the same way with and without scripts; scripts also save it while the user types
 * (`data-defined-form`).
 */
export function FormStep(props: FormStepProps) {
  const {
    entity,
    form,
    step,
    isFirst,
    version,
    hidden,
    fields,
    values,
    terms,
    words,
    picture,
    below,
    buttons,
    enter = 'next',
    children,
  } = props;
  const { t, now, site } = usePage();
  const { user } = useUser();
  const groups = groupsOf(fields, step);
  const shown = groups.flatMap((group) => group.fields);
  const labels = labelsOf(form.errors, words);
  const hasFile = shown.some(isSentAsFile);
  const fieldOf = (field: FormFieldDefinition) => (
    <Fragment key={field.name}>
      <DefinedField field={field} values={values} terms={terms} words={words} picture={picture} errors={form.errors} />
      {below?.[field.name]}
    </Fragment>
  );
  return (
    <Column gap={5}>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <form
        method="post"
        action={form.action}
        encType={hasFile ? 'multipart/form-data' : undefined}
        id="form"
        className={styles.card}
        noValidate
        data-defined-form={step}
        data-writer={user?.id}
        data-rules={JSON.stringify(
          rulesOfStep(entity, shown, { values, terms, timeZone: props.timeZone ?? site.timeZone, now }),
        )}
        data-checks={JSON.stringify(checkTextsOfStep(entity, shown, { values, words, t }))}
        data-texts={JSON.stringify({
          saving: t('defined-form.saving'),
          saved: t('defined-form.saved'),
          waiting: t('defined-form.waiting'),
          later: t('defined-form.later'),
          restored: t('defined-form.restored'),
          failed: t('defined-form.notSaved'),
        })}
      >
        <h2>{words.step(step)}</h2>
        {children}
        <CsrfFields value={form.csrf} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="fields" value={shown.map(({ name }) => name).join(' ')} />
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {shown.some(hasEntries) && <EnterButton entity={entity} go={enter} />}
        <Column gap={5}>
          {groups.map((group) =>
            group.name ? (
              <Column as="fieldset" key={group.name} gap={2} className={styles.group}>
                <legend>{words.group(group.name)}</legend>
                <div className={styles.together}>{group.fields.map(fieldOf)}</div>
              </Column>
            ) : (
              fieldOf(group.fields[0]!)
            ),
          )}
        </Column>
        {shown.some(asksForArea) && <AreaList />}
        <p className={styles.saved} role="status" data-form-saved />
        <div hidden data-form-stored>
          <Button kind="secondary" type="button">
            {t('defined-form.showStored')}
          </Button>
        </div>
        {buttons ?? <WizardButtons entity={entity} isFirst={isFirst} />}
      </form>
    </Column>
  );
}

/**
 * The Enter key presses the first button of a form, but the buttons that move and add entries precede the intended one.
 */
function EnterButton({ entity, go }: Pick<FormStepProps, 'entity'> & { go: string }) {
  const isChecked = CHECKED_BUTTONS[entity].includes(go) || undefined;
  return (
    <button
      type="submit"
      className={visuallyHidden.hidden}
      name="go"
      value={go}
      data-checked={isChecked}
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

/**
 * The buttons of a wizard's step. Further buttons must follow them, because the Enter key presses the first button of a
 * form.
 */
export function WizardButtons({ entity, isFirst }: Pick<FormStepProps, 'entity' | 'isFirst'>) {
  const { t } = usePage();
  const isChecked = (button: string) => CHECKED_BUTTONS[entity].includes(button) || undefined;
  return (
    <div className={styles.actions}>
      {/* The button that the Enter key presses comes first. */}
      <Button name="go" value="next" data-checked={isChecked('next')}>
        {t('defined-form.next')}
      </Button>
      {!isFirst && (
        <Button kind="secondary" name="go" value="back">
          {t('defined-form.back')}
        </Button>
      )}
      <Button kind="quiet" name="go" value="save" data-checked={isChecked('save')}>
        {t('defined-form.saveAndClose')}
      </Button>
    </div>
  );
}

/** Labels of the fields that have errors; the label of a field in an entry includes the entry. */
function labelsOf(errors: readonly FormError[], words: FormWords): Record<string, string> {
  return Object.fromEntries(
    errors.flatMap(({ field }) => {
      if (field === null) return [];
      const [name = '', number, own] = field.split('.');
      return [[field, own ? `${words.entry(name, Number(number))}, ${words.field(own)}` : words.field(name)]];
    }),
  );
}

function asksForArea({ name, settings }: FormFieldDefinition): boolean {
  return [{ name }, ...(settings.fields ?? [])].some((each) => isArea(each.name));
}

function hasEntries({ multiple, settings }: FormFieldDefinition): boolean {
  return multiple && settings.fields !== null;
}

function isSentAsFile({ type, settings }: FormFieldDefinition): boolean {
  return [{ type }, ...(settings.fields ?? [])].some((each) => each.type === 'file' || each.type === 'image');
}

/**
 * Shows the current step and the remaining ones.
 *
 * @param pathOf undefined for a form that is not stored yet, whose steps are not links
 */
export function StepList<Step extends string>({
  steps,
  current,
  nameOf,
  pathOf,
}: {
  steps: readonly Step[];
  current: NoInfer<Step>;
  nameOf: (step: NoInfer<Step>) => string;
  pathOf: ((step: NoInfer<Step>) => Path) | undefined;
}) {
  const { t, href } = usePage();
  return (
    <nav aria-label={t('defined-form.steps')}>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>
            {step === current || !pathOf ? (
              <span aria-current={step === current ? 'step' : undefined}>{nameOf(step)}</span>
            ) : (
              <a href={href(pathOf(step))}>{nameOf(step)}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
