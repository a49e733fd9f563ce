import { DESCRIPTION_LANGUAGES } from '#contract/job-form/job-description.js';
import { Island } from '../../../lib/islands/island';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import { DescriptionAssistant } from './description-assistant';
import { ASSISTANT_TEXTS, type AssistantTexts } from './assistant-texts';

/** Drafts of descriptions, below their field, on sites with this feature (ROLE-08). */
export function WritingAssistant() {
  const { t, locale } = usePage();
  if (!useSite().features.aiDescription) return null;
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  const languages = DESCRIPTION_LANGUAGES.map((code) => ({ code, name: names.of(code) ?? code }));
  // In the catalogue of all islands, they would be part of every page.
  const entries = ASSISTANT_TEXTS.map((name) => [name, t(`job-wizard.assistant.${name}`)]);
  const texts = Object.fromEntries(entries) as AssistantTexts;
  const language = DESCRIPTION_LANGUAGES.find((code) => locale.startsWith(code)) ?? DESCRIPTION_LANGUAGES[0];
  return (
    <Island
      name="description-assistant"
      when="idle"
      component={DescriptionAssistant}
      props={{ texts, languages, language }}
    />
  );
}
