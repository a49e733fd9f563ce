import type { Phrases } from '../text-shapes.js';

type RolePhrases = Pick<
  Phrases,
  | 'eligibility'
  | 'mottoOpenings'
  | 'headings'
  | 'facts'
  | 'hooks'
  | 'remoteHooks'
  | 'reasons'
  | 'reports'
  | 'managers'
  | 'hours'
  | 'shortHours'
  | 'workplace'
  | 'shortWorkplace'
  | 'internPitch'
  | 'internDuties'
  | 'volunteerPitch'
  | 'local'
  | 'history'
  | 'team'
  | 'funding'
>;

export const englishRolePhrases: RolePhrases = {
  headings: {
    about: ['About us', 'Who we are', 'About {org}', 'Where you would be working', 'The organization'],
    role: ['The role', 'About the role', 'The position', 'Why this post exists', 'The job in short'],
    duties: [
      'What you will do',
      'Your work',
      'Main responsibilities',
      'In this role you will',
      'A typical month includes',
      'Key duties',
    ],
    needs: [
      'What you bring',
      'About you',
      'Who we are looking for',
      'Your experience',
      'Qualifications',
      'You will need',
    ],
    offer: ['What we offer', 'Pay and conditions', 'What you get', 'The practical side', 'Terms and benefits'],
    apply: ['How to apply', 'Applying', 'Next steps', 'Interested?', 'To apply'],
    equity: ['Everyone is welcome', 'Equity and access', 'Fair hiring', 'Inclusion'],
  },
  facts: { place: 'Location', hours: 'Hours', pay: 'Pay', start: 'Start', closing: 'Closing date' },
  hooks: [
    'We are looking for {aTitle} to join our team in {city}.',
    'Our {city} team has room for {aTitle}.',
    '{org} is hiring {aTitle} in {city}.',
    'Could you be our next {title}?',
    'Come and work with us in {city} as {aTitle}.',
    'We need {aTitle} who likes people and gets things finished.',
    'From {start} we would like to welcome {aTitle} to {city}.',
    'This is an opening for {aTitle} in a team that will be glad of you.',
    '{city} is where you would work, and {aTitle} is what we are missing.',
    'As {title} in {city}, you would join a team that eats lunch together.',
    'We would like to meet {aTitle} who knows {city} or wants to.',
  ],
  remoteHooks: [
    'We are looking for {aTitle}, working remotely.',
    '{org} is hiring {aTitle} who can work from home.',
    'Our team is spread out and has room for {aTitle}.',
    'Could you be our next {title}, from wherever you live in the country?',
    'From {start} we would like to welcome {aTitle} to our remote team.',
  ],
  reasons: [
    'The post is new and funded for at least three years.',
    'Your predecessor is moving on after seven good years and will be there for the handover.',
    'We have grown, and the work has outgrown the team.',
    'This vacancy comes up because a colleague is retiring.',
    'A colleague has moved to another team, which leaves a gap we would like to fill with care.',
    'Demand has risen by a third since last year, and we do not want anybody to wait longer for it.',
    'It is a post that can be shaped by the person who takes it.',
  ],
  reports: [
    'You will report to the {manager} and be part of a team of {team}.',
    'Your line manager will be the {manager}, who believes in short meetings and proper supervision.',
    'The role reports to the {manager}.',
    'There are {team} of you in the team, and the {manager} has your back.',
    'You work closely with the {manager} and with colleagues from every corner of the organization.',
    'Together with {team} colleagues, you will answer to the {manager}.',
  ],
  managers: {
    income: ['Director of Development', 'Head of Fundraising', 'Director of Income'],
    services: ['Director of Services', 'Programme Director', 'Head of Services'],
    clinical: ['Clinical Director', 'Head of Care', 'Clinical Lead'],
    voice: ['Director of External Affairs', 'Director of Communications', 'Head of Public Engagement'],
    office: ['Director of Finance and Operations', 'Chief Operating Officer', 'Director of Administration'],
    technical: ['Director of Digital', 'Head of Technology', 'Chief Operating Officer'],
    site: ['Operations Manager', 'Site Manager', 'Head of Operations'],
    chief: ['Chief Executive', 'Executive Director'],
    board: ['Board of Directors', 'Chair of the Board'],
  },
  hours: {
    'full-time': [
      'This is a full-time post of {hours} hours a week.',
      'Full-time, {hours} hours a week, mostly between Monday and Friday.',
      'The working week has {hours} hours.',
    ],
    'part-time': [
      'The post is part-time at {hours} hours a week.',
      'You would work {hours} hours a week, spread over days we agree together.',
      'Part-time: {hours} hours, on at least three days.',
    ],
    contract: [
      'The contract runs for {months} months, with a good chance of extension.',
      'This is a fixed-term contract of {months} months, {hours} hours a week.',
      'We can offer {months} months to begin with, at {hours} hours a week.',
    ],
    temporary: [
      'We need cover for about {months} months, {hours} hours a week.',
      'This is a temporary post: {hours} hours a week for {months} months.',
    ],
    'per-diem': [
      'You work on call: we offer shifts, and you take those that suit you.',
      'Shifts are offered month by month, with no minimum and no hard feelings.',
    ],
    internship: [
      'The internship lasts {months} months at {hours} hours a week.',
      'You join us for {months} months, {hours} hours a week.',
    ],
    volunteer: [
      'Count on about {fewHours} hours a week, for six months or longer.',
      'Half a day a week is enough, at a time that suits you.',
    ],
  },
  shortHours: {
    'full-time': 'full-time, {hours} hours a week',
    'part-time': 'part-time, {hours} hours a week',
    contract: '{months}-month contract, {hours} hours a week',
    temporary: 'temporary, {months} months, {hours} hours a week',
    'per-diem': 'on call, shifts by agreement',
    internship: '{months} months, {hours} hours a week',
    volunteer: 'about {fewHours} hours a week',
  },
  workplace: {
    'on-site': [
      'You will be based in {city}.',
      'The place of work is our site in {city}, a short walk from public transport.',
      'This work happens in person in {city}.',
    ],
    hybrid: [
      'Two or three days a week are spent in our {city} office, the rest where you work best.',
      'Hybrid working: one fixed team day in {city}, the others by agreement.',
      'You can work from home up to half the week; the other half we see you in {city}.',
    ],
    remote: [
      'The role is fully remote; we meet in person twice a year and pay for the journey.',
      'You work from home, with equipment we provide.',
      'All of us in this team work remotely, with core hours from ten to three.',
    ],
  },
  shortWorkplace: { 'on-site': '{city}', hybrid: '{city}, hybrid', remote: 'remote' },
  eligibility: [
    'You can live anywhere {eligible}.',
    'Home can be anywhere {eligible}, as long as you may work there.',
    'We can employ people who live {eligible}.',
  ],
  mottoOpenings: [
    '“{mission}” is the sentence painted over the door of {org} in {home}.',
    '{org} has worked in {home} since {founded}, with a staff of {staff} and a single idea: {missionInside}.',
    'Ask at {org} what all of it is for, and you will hear: “{mission}.”',
    'In {home}, {org} is known for plain speaking and long patience. “{mission}” is how its charter begins.',
    '{org} was set up in {founded} with one line in its minutes: “{mission}.”',
  ],
  internDuties: [
    'Research questions that colleagues have been carrying around for months',
    'Prepare meetings, and write up what was decided',
    'Take on a small project of your own and present it at the end',
    'Draft texts, tables and slides, with feedback on every one',
    'Spend a week with the {programme} team',
    'Tidy up files and lists that deserve better',
    'Come along to appointments outside the house',
  ],
  internPitch: [
    'You are studying, or have just finished, and want to find out what the work is like from the inside. You will have a mentor and a project of your own.',
    'This internship is for somebody who learns by doing: you will sit in on real meetings, finish real pieces of work, and nobody will send you for coffee.',
    'You will get to know {few} teams, take on tasks that grow with you, and leave with something to show for it.',
  ],
  volunteerPitch: [
    'This is a volunteer role. We will show you everything you need, and there is always somebody to ask.',
    'Volunteers have carried this work from the beginning, and you would join a friendly crew of {dozens}.',
    'You give us some of your time; we make sure it is time well spent.',
  ],
  local: [
    'Much of our work happens in {district}, and it shows in who works here.',
    'You will soon know {district} well: the bakery, the bus routes, the people everyone listens to.',
    'Our roots are in {district}, though our work has long spread across {city}.',
  ],
  history: [
    'It began in {founded} with a borrowed room and a telephone.',
    'The founder, {founder}, ran the first years from her kitchen; her kettle is still in use.',
    'We are in our {ordinalYear} year, old enough to have made mistakes and young enough to try things.',
    'What started in {founded} as a winter project never stopped.',
    'Two small charities merged to form us, and each brought its stubbornness along.',
  ],
  team: [
    'We are a team of {staff}, with {hundreds} volunteers beside us.',
    'Our {staff} employees come from many countries and speak more languages than the website can list.',
    'Around {staff} people work here, from early twenties to well past retirement.',
    'Staff turnover is low, and those who leave tend to come back to visit.',
  ],
  funding: [
    'About half of our income comes from individual donors, the rest from foundations and public contracts.',
    'Our accounts are audited, published and, we are told, readable.',
    'Of everything we spend, 84 per cent goes into our programmes, and we are glad to explain the rest.',
    'Public contracts pay for the core of our work; donations pay for everything that makes it good.',
  ],
};
