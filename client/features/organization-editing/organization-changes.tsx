import type { EditedOrganizationFactsFragment } from '#contract/generated/operations.js';
import { sharedField } from '#contract/defined-form/defined-form.js';
import type { Translate } from '#shared/text/translator.js';
import { Alert } from '../../components/ui/feedback/alert';
import { usePage } from '../../lib/page-context';
import { Tag } from '../../components/ui/tag';
import { AskFirst } from '../../components/ui/dialogs/ask-first';
import { Button } from '../../components/ui/buttons/button';
import { labelled } from '../../components/ui/forms/field-labels';
import type { FormWords } from '../../components/defined-form/form-view';

/** The fields of the invoice address have the same labels as those of other addresses. */
const COMPANY = /^company(?=CountryCode|AdministrativeArea|Locality|Zip|AddressLine)/;

const HELPED = [
  ...['name', 'alternativeName', 'mission', 'logo', 'cover', 'presentation', 'website', 'locality', 'gallery', 'alt'],
  ...['source', 'furtherLocations', 'faq', 'attachments', 'contactPersons', 'contactInfo', 'occupation'],
];

/** Fields whose help text is about the organization itself, not about a field of an entry with the same name. */
const OF_THE_WHOLE = ['name', 'cover', 'logo', 'occupation'];

/** The fields of an organization's page that wait for review. */
export function InReview({ fields }: { fields: readonly string[] }) {
  const { t } = usePage();
  const words = organizationWords(t);
  return (
    <Alert>
      <p data-in-review>{t('organization-form.inReview', { fields: fields.map(words.field).join(', ') })}</p>
    </Alert>
  );
}

type SectionState = EditedOrganizationFactsFragment['sections'][number]['state'];

/** Whether a section of an organization's page is live, has unpublished changes, or goes live with the first job. */
export function SectionTag({ state }: { state: SectionState }) {
  const { t } = usePage();
  return <Tag>{t(`organization-form.section.${state}`)}</Tag>;
}

/**
 * The button that discards unpublished changes, after a confirmation. Must be inside a form.
 *
 * @param section section whose changes are discarded; undefined for all
 */
export function DiscardChanges({ section }: { section?: string }) {
  const { t, locale } = usePage();
  const words = t('organization-form.discard');
  return (
    <AskFirst
      words={words}
      label={section && labelled(words, section, locale)}
      question={t('organization-form.discardSure')}
    >
      <Button kind="secondary" name="go" value="discard">
        {words}
      </Button>
    </AskFirst>
  );
}

/** The texts of an organization's form. */
export function organizationWords(t: Translate): FormWords {
  return {
    field: (name) => sharedField(plain(name), t) ?? t(`organization-form.field.${name}`),
    help: (name, entries) => {
      const isHelped = HELPED.includes(name) && !(entries !== undefined && OF_THE_WHOLE.includes(name));
      return isHelped ? t(`organization-form.help.${name}`) : undefined;
    },
    // The form has no field of that kind.
    choice: (_field, choice) => choice,
    group: (name) => (name === 'address' ? t('defined-form.group.address') : t(`organization-form.group.${name}`)),
    step: (name) => t(`organization-form.step.${name}`),
    entry: (field, number) => t(`organization-form.entry.${field}`, { number: String(number) }),
    addEntry: (field) => t(`organization-form.add.${field}`),
    conditional: ['countryCode'],
  };
}

function plain(name: string): string {
  return name.replace(COMPANY, '').replace(/^./, (letter) => (COMPANY.test(name) ? letter.toLowerCase() : letter));
}
