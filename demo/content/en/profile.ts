import type { ProfileTexts } from '../profile-texts.js';

export const englishProfile: ProfileTexts = {
  people: [
    ['Ms.', 'Amara'],
    ['Mr.', 'Daniel'],
    ['', 'Robin'],
    ['Ms.', 'Leila'],
    ['Mr.', 'Owen'],
    ['Ms.', 'Grace'],
    ['', 'Sam'],
    ['Mr.', 'Ravi'],
  ],
  surnames: ['Okafor', 'Tremblay', 'Sandhu', 'MacLeod', 'Nguyen', 'Whitfield', 'Haddad', 'Kowalski', 'Bennett', 'Osei'],
  positions: ['People and culture', 'Volunteer coordinator', 'Head of programmes', 'Office manager', 'Talent partner'],
  reachable: [
    'Best reached in the mornings, Monday to Thursday.',
    'Call me before you apply; I am glad to tell you more.',
    'I answer every email within two working days.',
  ],
  branches: ['Community kitchen', 'Drop-in centre', 'Training rooms', 'Warehouse', 'Youth house', 'Counselling rooms'],
  pictures: [
    'Our team at the summer festival',
    'The garden behind the house',
    'A workshop in the large hall',
    'Morning meeting over coffee',
    'Volunteers packing boxes',
    'The entrance on a winter morning',
  ],
  videos: ['A day with our team', 'Why we do what we do', 'Our house in three minutes'],
  questions: [
    [
      'What happens after I have applied?',
      'We confirm what you sent within two days and answer within two weeks. Most people meet us twice before we decide together.',
    ],
    [
      'Can I visit before I apply?',
      'Yes. Write to one of the people on this page and we will find an hour that suits you.',
    ],
    [
      'Do you take people who change careers?',
      'Often. Tell us what you have done so far and what you would like to learn.',
    ],
    [
      'Is there somebody who shows me around in the first weeks?',
      'Everyone who starts has a colleague at their side for three months.',
    ],
    [
      'How accessible is the building?',
      'There is a lift and a step-free entrance. Tell us what you need for an interview and we will see to it.',
    ],
  ],
  documents: [
    ['Annual report', 'annual-report.pdf', 'What we did last year, what it cost and who paid for it.'],
    ['Working with us', 'working-with-us.pdf', 'Pay scales, holidays and how we work together.'],
  ],
};
