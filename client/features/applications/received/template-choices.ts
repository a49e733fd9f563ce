import type { ApplicationState, OwnAnswerTemplatesFragment } from '#contract/generated/operations.js';
import type { Translate } from '#shared/text/translator.js';

/** Words to begin an answer with, of the site or of the organization. */
export interface TemplateChoice {
  /** As addresses and forms name it. */
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
