import type { ApplicationState, OwnAnswerTemplatesFragment } from '#contract/generated/operations.js';
import type { Translate } from '#shared/text/translator.js';

/** A template for an answer, from the site or from the organization. */
export interface TemplateChoice {
  /** Identifier in addresses and forms. */
  key: string;
  label: string;
  subject: string;
  body: string;
  state: ApplicationState | null;
}

interface Offered {
  templates: readonly { name: string; subject: string; body: string; state: ApplicationState | null }[];
  ownTemplates: OwnAnswerTemplatesFragment | null;
}

/** @returns the templates of the site */
export function builtInChoices({ templates }: Offered, t: Translate): TemplateChoice[] {
  return templates.map((template) => ({
    ...template,
    key: template.name,
    label: t(`applications.answer.template.${template.name}`),
  }));
}

/** @returns the templates of the organization */
export function ownChoices({ ownTemplates }: Offered): TemplateChoice[] {
  return (ownTemplates?.templates ?? []).map(({ id, name, ...words }) => ({ ...words, key: `own-${id}`, label: name }));
}
