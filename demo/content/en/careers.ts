import type { CareerTexts } from '../career-texts.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

export const englishCareers: CareerTexts = {
  women:
    words(`Olivia Emma Charlotte Amelia Aisha Priya Hannah Grace Siobhan Chloe Fatima Maya Naomi Zoe Rachel Leah Imani Sunita
    Megan Harriet Noor Keisha Mei Anjali Tessa Ruth Bronwyn Claire Joy Danielle Rosa Amina`),
  men: words(`Oliver Noah Liam Ethan Mohammed Arjun Daniel Samuel Callum Jack Omar Kwame Thomas Benjamin Lucas Ryan Malik Sanjay Rhys
    Hugh Isaac Wei Ravi Connor Nathan Peter Emeka Mateo Adam Gareth Stephen Yusuf`),
  surnames:
    words(`Adeyemi Ashworth Bellamy Campbell Chen Clarke Donnelly Edwards Fairweather Fraser Gill Grant Hargrave Hussain Ito
    Jones Kaur Khan Lindqvist MacDonald Marchetti Martin Mbeki Moffat Nguyen O’Brien Okoro Osei Patel Penhale Quigley Rahman Reid
    Roberts Rosen Singh Tremain Walker Whitlock Wong`),
  openings: {
    experienced: [
      'I bring {years} years of experience {field}, most of them in small teams where everybody does a bit of everything.',
      'For {years} years I have worked {field}, and I still like the first hour of a Monday.',
      'I have {years} years of experience {field}, in a large organization and in one that fitted around a single table.',
      'In {years} years {field} I have learned to ask first and to write things down second.',
    ],
    starter: [
      'I have finished my training and am looking for a first job {field}.',
      'I am at the very beginning {field}: well trained, curious, and used to turning up on time.',
      'Placements and volunteering have shown me that I want to work {field}.',
    ],
    changer: [
      'After {years} years {otherField} I want to bring what I know into work {field}.',
      'I come from another field, with {years} years {otherField}, and have been training for work {field} in the evenings.',
    ],
    returner: [
      'After a few years at home with my family I am coming back to work {field}, where I spent {years} years before.',
      'I looked after a relative for some time. Now I am returning to work {field}, with {years} years behind me and a refreshed certificate.',
    ],
  },
  values: [
    'What matters to me is telling people honestly what we can do for them, and what we cannot.',
    'I like plain language, short meetings and notes that somebody else can use.',
    'I work best where mistakes are talked about early and without blame.',
    'Colleagues say that I stay calm when three things happen at once.',
    'I would rather improve a small thing every week than announce a big one every year.',
    'I care about the people who never fill in a feedback form.',
    'I keep promises small and deadlines firm.',
    'I enjoy showing new colleagues and volunteers how things are done, and hearing why they should be done differently.',
    'Numbers matter to me, because behind each of them is somebody’s week.',
    'I look for an employer that takes rest, training and fair pay seriously.',
  ],
  besides: [
    'Outside work I run the tool library in our street.',
    'In my free time I sing in a choir that takes everybody.',
    'I volunteer at the food bank one Saturday a month.',
    'I coach a girls’ football team of great enthusiasm.',
    'I hold a full driving licence and do not mind evenings.',
    'I am happy to travel within the region.',
    'At weekends you will find me on the allotment.',
    'I prefer four longer days to five short ones.',
  ],
  skillsNotes: [
    'First-aid certificate renewed this year.',
    'Enhanced background check available on request.',
    'Trained as a mental health first aider.',
    'Used to working with several databases at once, and to cleaning them up afterwards.',
    'I train colleagues in whatever tool we have just bought.',
  ],
  languageNotes: [
    'I use it every day with clients.',
    'Learned at evening classes, practised with my neighbours.',
    'Spoken fluently, written with a dictionary.',
    'I interpret for colleagues in simple conversations.',
  ],
  freeSkills: [
    'Lone working',
    'Home visits',
    'Peer supervision',
    'Theory U',
    'Salesforce',
    'Canva',
    'Peer support',
    'Easy Read',
  ],
  schools: ['{place} Secondary School', '{place} High School', '{place} Academy'],
  colleges: ['{place} College', '{place} Community College', '{place} Institute of Technology'],
  universities: ['University of {place}', '{place} University', '{place} University College'],
  programmes: {
    'social-work-studies': ['Social Work', 'Social Work and Community Development'],
    'nursing-studies': ['Nursing', 'Health Sciences', 'Health and Social Care'],
    psychology: ['Psychology', 'Counselling Psychology'],
    'education-studies': ['Education', 'Early Childhood Education', 'Teaching English to Adults'],
    'business-studies': ['Business Administration', 'Nonprofit Management', 'Human Resources Management'],
    'accounting-studies': ['Accounting and Finance', 'Bookkeeping'],
    'communication-studies': ['Journalism', 'Communications', 'Digital Marketing'],
    'computer-science': ['Computer Science', 'Information Systems', 'Web Development'],
    statistics: ['Statistics', 'Applied Mathematics'],
    law: ['Law', 'Paralegal Studies'],
    'political-science': ['Political Science', 'Public Policy'],
    'international-studies': ['International Development', 'International Relations'],
    'environmental-science': ['Environmental Science', 'Conservation Biology'],
    'public-health': ['Public Health', 'Global Health'],
    humanities: ['History', 'Sociology', 'Anthropology'],
    'fine-arts': ['Graphic Design', 'Fine Art', 'Film and Media Production'],
    languages: ['Translation', 'Modern Languages'],
    theology: ['Theology'],
    'trades-and-technology': ['Carpentry', 'Building Services', 'Electrical Installation'],
    hospitality: ['Professional Cookery', 'Hospitality Management'],
  },
  titleOf: (title) => title,
  dutyOf: (duty) => (duty.includes('{') || /\b(?:you|your|ours|us)\b/i.test(duty) ? undefined : duty),
};
