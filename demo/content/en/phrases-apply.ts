import type { Phrases } from '../text-shapes.js';

type ApplyPhrases = Pick<Phrases, 'apply' | 'timeline' | 'closing' | 'equity'>;

export const englishApplyPhrases: ApplyPhrases = {
  apply: {
    form: [
      'Please use the application form on this page; a CV and a few lines on why you are interested are enough.',
      'Apply online with your CV. We read the cover letter first, so a short honest one beats a long perfect one.',
      'Send your application through the form. It takes about ten minutes, and you can save it halfway.',
      'Use the button to apply. Instead of a formal cover letter, tell us about one piece of work you are proud of.',
      'A CV and a page about you are all we need. Please send both through the form below.',
      'Click “Apply”, upload your CV and tell us in a few sentences what drew you to the post.',
      'You can apply here on this site. If writing is not your thing, call us first and we will find another way.',
      'Please fill in the short form. We ask for nothing that we do not read.',
      'Apply with the form on this page. No photograph, no date of birth, no school grades, please.',
      'Send us your CV through this site, together with a few lines on how you would spend your first month.',
    ],
    email: [
      'Send your CV and a letter of no more than one page to {email}.',
      'Write to {email} with a CV, and put the job title in the subject line.',
      'E-mail your application to {email}; one PDF is easiest for us.',
      'Tell us at {email} why this work interests you, and attach a CV.',
      'A CV and a short letter to {email} will reach the right desk.',
      'Please write to {email}. We confirm every application within two working days.',
    ],
    link: [
      'Please apply through our careers page, where you will also find the full job description.',
      'Applications are handled on our own website; the link takes you straight there.',
      'Follow the link to our recruitment page and upload your CV there.',
    ],
  },
  timeline: [
    'We read applications as they come in and may interview early.',
    'Interviews usually follow within two weeks, in person or by video.',
    'Everyone receives an answer, usually within three weeks.',
    'There are two conversations: one with your future manager, one with the team.',
    'We send the interview questions a day in advance.',
    'Questions beforehand? Ring the office and ask for the {manager}.',
    'Interviews last about an hour and include a short, practical task.',
    'We refund your travel to a second interview.',
    'If you would like to see the place first, ask for a visit.',
  ],
  closing: [
    'Please apply by {close}.',
    'The closing date is {close}.',
    'Applications are open until {close}.',
    'We look forward to hearing from you by {close}.',
  ],
  equity: [
    'We welcome applicants of every origin, faith, age, gender and orientation, and people with disabilities in particular. Tell us what you need for the interview and we will arrange it.',
    '{org} is working to look more like the community it serves. We encourage racialized and Indigenous people, people with disabilities and 2SLGBTQ+ people to apply.',
    'Adjustments are available at every stage, from large print to a phone call instead of a video. Asking for one has no influence on the decision.',
    'We remove names and ages from applications before shortlisting.',
    'If you have lived through what our clients are going through, that is experience, and we treat it as such.',
    'Our building is step-free, our hours can be discussed, and our minds are open. Let us know how we can make applying easier for you.',
    'Applicants who need accommodation during the hiring process can reach us at any time; what you tell us stays confidential.',
    'A gap in your CV is nothing to hide here. People raise children, fall ill, flee and start again.',
    'We hire for what people can do and are honest about what can be learned on the job.',
    'We particularly welcome applications from people whose families came here recently, and from those whose families were here first.',
    'Interviews can take place in person, by telephone or by video, with an interpreter if you use sign language.',
    'Parents and carers work in every one of our teams, and meetings end at three.',
  ],
};
