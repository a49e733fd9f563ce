import type { Phrases } from '../text-shapes.js';

type OfferPhrases = Pick<Phrases, 'pay' | 'payPlain' | 'payUnsaid' | 'benefits' | 'volunteerOffer'>;

export const englishOfferPhrases: OfferPhrases = {
  pay: [
    'Pay of {pay}, depending on experience',
    '{pay}, on a published scale that applies to everyone',
    'A salary range of {pay}; most people start in the lower half and move up every year',
    '{pay}, reviewed every spring',
    'Pay: {pay}',
  ],
  payPlain: 'Pay: {pay}',
  payUnsaid: [
    'Pay according to our salary grid, which we will send you before the interview',
    'Fair pay in line with comparable charities',
    'A salary we will discuss openly in the first conversation',
    'Pay set by the collective agreement',
  ],
  benefits: {
    'health-insurance': [
      'Extended health insurance from the first day',
      'Health insurance for you and your family',
      'A health plan that covers prescriptions and physiotherapy',
    ],
    'dental-and-vision': [
      'Dental and vision cover',
      'A plan that includes glasses and dental care',
      'Dental care and new glasses every two years',
    ],
    pension: [
      'A pension plan with employer contributions',
      'Employer pension contribution of 6 per cent',
      'Employer contributions to your retirement from the third month',
    ],
    'generous-leave': [
      'Five weeks’ annual leave, and the days between Christmas and New Year',
      'Six weeks’ annual leave after the second year',
      'Thirty days’ paid leave a year',
    ],
    'flexible-hours': [
      'Hours that can flex around school runs and appointments',
      'Flexible start and finish times wherever the work allows',
      'A working day you can shift by an hour or two',
    ],
    'working-from-home': ['Work from home on agreed days', 'Equipment for your desk at home'],
    'training-budget': [
      'A yearly training budget and the time to use it',
      'Paid courses, and a mentor if you would like one',
      'Five paid training days a year',
    ],
    'parental-leave': [
      'Topped-up parental leave for all parents',
      'Parental leave at 90 per cent of pay for the first months',
      'Parental leave with a top-up from us, for births and adoptions alike',
    ],
    'transit-pass': [
      'A contribution to your transit pass',
      'A paid-for monthly bus and rail pass',
      'Half of your monthly bus or rail ticket',
    ],
    'employee-assistance': [
      'Confidential counselling for you and your family, free of charge',
      'Regular supervision and an employee assistance line',
      'Somebody to talk to, in confidence, when work gets under your skin',
    ],
    sabbatical: ['A paid month off after every five years', 'A sabbatical after six years with us'],
    'four-day-week': ['A four-day week at full pay, now in its third year', 'Four working days for five days’ pay'],
    'volunteer-days': [
      'Three paid days a year to volunteer elsewhere',
      'Paid days for volunteering in your own community',
    ],
    'childcare-support': ['Help with childcare costs', 'Priority places at a nearby childcare centre'],
    meals: [
      'A hot lunch in the staff kitchen',
      'Free lunch on working days, cooked on the premises',
      'Lunch at cost price in our canteen',
    ],
    'bike-scheme': [
      'Cycle-to-work scheme and a dry place to lock up',
      'Interest-free loan for a bicycle',
      'A company bicycle if you would like one',
    ],
  },
  volunteerOffer: [
    'Thorough induction and a named contact person',
    'Travel costs refunded and lunch on longer days',
    'Free training, from first aid to difficult conversations',
    'Insurance while you are with us, and a written reference when you leave',
    'A lively bunch of people and a party every summer',
    'Regular meetings to swap experience',
  ],
};
