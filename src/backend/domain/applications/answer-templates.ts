import type { AnswerTemplate, AnswerTemplateName, ApplicationState } from '#contract/generated/resolvers.js';
import { type SpeakingSite, textsOf } from '../../platform/texts/site-texts.js';
import { nextStates } from './application-states.js';

/** Where an application goes that is answered so. */
const STATES: Readonly<Record<AnswerTemplateName, ApplicationState | undefined>> = {
  question: undefined,
  invitation: 'interview',
  offer: 'offer',
  declined: 'declined',
};

/** Words to begin an answer with, in the language in which somebody has applied. */
export function answerTemplates(
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
  const { t } = textsOf(site, application.language);
  const next = nextStates(application.state, 'employer');
  return (Object.keys(STATES) as AnswerTemplateName[]).map((name) => {
    const state = STATES[name];
    return {
      name,
      subject: t(`application-answers.${name}.subject`, facts),
      body: t(`application-answers.${name}.body`, facts),
      state: state && next.includes(state) ? state : null,
    };
  });
}
