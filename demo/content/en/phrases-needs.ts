import type { Phrases } from '../text-shapes.js';

type NeedsPhrases = Pick<
  Phrases,
  | 'experience'
  | 'softNeeds'
  | 'checks'
  | 'encouragement'
  | 'leadDuties'
  | 'leadNeeds'
  | 'learning'
  | 'internNeeds'
  | 'volunteerNeeds'
>;

export const englishNeedsPhrases: NeedsPhrases = {
  experience: {
    'entry-level': [
      'First experience {field}, paid or voluntary, is welcome but not required',
      'No long CV needed: we will train you',
      'An interest in working {field}, and perhaps a placement or summer job behind you',
    ],
    '1-2-years': [
      'One or two years’ experience {field}',
      'At least a year {field}, or comparable experience',
      'Some experience {field}, in whatever setting',
    ],
    '3-5-years': [
      'Three years or more {field}',
      'Around four years’ experience {field}, ideally in a charity',
      'At least three years’ practice {field}',
    ],
    '6-10-years': [
      'At least six years {field}, some of them with responsibility for others',
      'Seven or more years’ experience {field}',
      'A solid background {field}, usually six to ten years',
    ],
    '10-plus-years': [
      'More than ten years {field}, several of them in charge',
      'Long experience {field}: we imagine ten years or more',
      'At least ten years {field} and the judgement that comes with them',
    ],
  },
  softNeeds: [
    'A second language is useful here; tell us which ones you speak',
    'Team spirit and a sense of humour that survives a Monday',
    'The habit of finishing things',
    'Willingness to say “I don’t know” and then find out',
    'Openness to people of every background and way of life',
    'Good time management with several things on the go',
    'Initiative, and the courtesy to tell others about it',
    'Everyday computer skills, including video calls and shared documents',
    'Clear spoken and written English',
    'Reliability: you come when you said you would',
    'Patience with people and a little impatience with obstacles',
    'An even temper on uneven days',
    'The willingness to lend a hand outside your own job description',
  ],
  checks: ['{check} before you start (we pay for it)', 'Readiness to provide {check}', 'Two references and {check}'],
  encouragement: [
    'If you meet most of this and feel hesitant about the rest, apply anyway.',
    'Nobody ticks every box; tell us which ones you do.',
    'Experience can come from paid work, volunteering or life, and we count all three.',
    'If your path has been an unusual one, we would like to hear about it.',
  ],
  leadDuties: [
    'Lead a team of {team} with regular one-to-ones and honest feedback',
    'Hold the budget for your area and report on it every quarter',
    'Recruit new colleagues and see them well through their first months',
    'Sit on the wider leadership team and share decisions that go beyond your own field',
    'Set yearly priorities with your team, and say what will not get done',
    'Represent us in sector networks and with funders',
    'Mentor less experienced colleagues and prepare them for more',
  ],
  leadNeeds: [
    'Experience of managing people, including the difficult conversations',
    'A leadership style that gives others room',
    'Confidence with budgets and with boards',
    'The ability to keep the long view on a short day',
  ],
  learning: [
    'Learn the job from experienced colleagues, with a training plan for your first six months',
    'Shadow other teams for a few days, to see how everything fits together',
    'Bring questions and ideas to the weekly team meeting',
  ],
  internNeeds: [
    'You are enrolled in a related course of study or have graduated in the past year',
    'Curiosity, and the courage to ask',
    'Careful writing and a liking for detail',
    'Independent work in small steps, with feedback along the way',
    'Interest in charities and how they are run',
    'Good command of English; other languages are a plus',
  ],
  volunteerNeeds: [
    'A friendly, patient way with people',
    'You are at least eighteen years old',
    'You can commit for half a year or so',
    'Reliability: others plan with you',
    'No previous experience is needed, only a willingness to learn',
  ],
};
