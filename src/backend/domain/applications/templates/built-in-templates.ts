import { ANSWER_PLACEHOLDERS } from '#contract/applications/answer-placeholders.js';
import type { AnswerTemplate, AnswerTemplateName, ApplicationState } from '#contract/generated/resolvers.js';
import { type SpeakingSite, textsOf } from '../../../platform/texts/site-texts.js';
import { nextStates } from '../application-states.js';

/** State that an application moves to with the answer. */
const STATES: Readonly<Record<AnswerTemplateName, ApplicationState | undefined>> = {
  question: undefined,
  invitation: 'interview',
  offer: 'offer',
  declined: 'declined',
};

/** @returns the site's templates for an answer, in the language of the application */
export function templatesFor(
  application: {
    first_name: string;
    last_name: string;
    job_title: string;
    organization_name: string;
    language: string;
    state: ApplicationState;
  },
  site: SpeakingSite,
): AnswerTemplate[] {
  const facts = {
    name: `${application.first_name} ${application.last_name}`,
    title: application.job_title,
    organization: application.organization_name,
  };
  const next = nextStates(application.state, 'employer');
  return builtIn(facts, application.language, site, (state) => next.includes(state));
}

/** @returns the same templates for many applications: with placeholders, in the language of the job */
export function templatesForMany(language: string, site: SpeakingSite): AnswerTemplate[] {
  const [firstName, lastName, title, organization] = ANSWER_PLACEHOLDERS.map((name) => `{{${name}}}`);
  const facts = { name: `${firstName} ${lastName}`, title: title!, organization: organization! };
  return builtIn(facts, language, site, () => true);
}

function builtIn(
  facts: { name: string; title: string; organization: string },
  language: string,
  site: SpeakingSite,
  isPossible: (state: ApplicationState) => boolean,
): AnswerTemplate[] {
  const { t } = textsOf(site, language);
  return (Object.keys(STATES) as AnswerTemplateName[]).map((name) => {
    const state = STATES[name];
    return {
      name,
      subject: t(`application-answers.${name}.subject`, facts),
      body: t(`application-answers.${name}.body`, facts),
      state: state && isPossible(state) ? state : null,
    };
  });
}
