import type { DemoArticle } from './demo-article.js';

/** For Canada. */
export const canada: DemoArticle[] = [
  {
    key: 'pay-ranges-in-job-postings',
    language: 'en',
    title: 'Naming the pay: what nonprofits across Canada should know',
    teaser:
      'More and more provinces want every job to name its pay. Why small organizations do well to name it everywhere.',
    author: 'Maya Tremblay',
    tags: ['News', 'Pay', 'Hiring'],
    picture: { motif: 'calendar', hue: 352, alt: 'Drawing of a calendar sheet' },
    body: `<p>For years, naming the pay for a job was a matter of taste. That is changing. Prince Edward Island began in 2022, British Columbia
followed in 2023, and Ontario’s rules for employers with 25 or more employees have applied since January 2026. Other provinces are watching.
What is asked for differs in its details, so read your own province’s guidance, or ask whoever does your payroll.</p>
<h2>What the rules have in common</h2>
<ul><li>Publicly advertised jobs name the expected pay, or a range for it.</li><li>A range has to be one that you would really pay. From
minimum wage to a dream is no range.</li><li>In several provinces employers may not ask candidates what they earned before.</li></ul>
<h2>“We have nine employees. Does this concern us?”</h2>
<p>Perhaps not by law. It does by custom: people who look at ten jobs with a figure will wonder about the eleventh. And remote jobs are
read in all provinces at once. Whoever posts nationally is best off meeting the strictest rule.</p>
<h2>How to get there without a salary study</h2>
<p>Put your own people’s pay into a table first. Are there differences that you could not explain to them? Then that is your first task, and
naming the pay the second. For the market, look at jobs of similar size in your own city, and at the sector surveys that associations
publish. Choose a range of at most fifteen per cent around the middle.</p>
<p>An executive director in Kelowna told us that the talk with her staff was what she had feared. “It took an hour. Then somebody said: finally. And
we moved on to the barbecue.”</p>`,
  },
  {
    key: 'newcomers-and-canadian-experience',
    language: 'en',
    title: '“Canadian experience” is not a skill',
    teaser: 'Food banks, shelters and settlement agencies serve newcomers every day. Here is how to hire them as well.',
    author: 'Amrit Gill',
    tags: ['Hiring', 'Newcomers'],
    picture: { motif: 'compass', hue: 168, alt: 'Drawing of a compass' },
    body: `<p>Fatima had run a clinic with forty employees. In Mississauga she was told, kindly, to come back when she had some Canadian
experience. She now manages a health bus in Peel, and does the hiring. “I ask what people have done,” she says. “Where it was is
geography.”</p>
<h2>What employers mean by it</h2>
<p>When we asked, most meant one of three things: knows the rules of the field, communicates well with clients, understands how we do
things. All three can be asked for directly, and all but the last can be shown. The last one can only be learned with you.</p>
<h2>Three changes that cost nothing</h2>
<ol><li><strong>Write what is needed.</strong> “Can explain a benefit form in plain English” says more than “excellent communication
skills”. Ontario no longer lets many employers ask for Canadian experience at all.</li>
<li><strong>Take credentials seriously.</strong> An assessment by a recognized service says what a degree corresponds to. Where the
profession is not regulated, ask whether you need the degree.</li>
<li><strong>Give references a chance.</strong> Accept them from abroad, by email, in another time zone.</li></ol>
<h2>And one that costs a little</h2>
<p>A paid placement of three months, with a real task and a person to ask. Many regions have wage subsidies for it; your local immigrant
employment council knows which. Of the seven people whom Fatima’s program took on in this way, six are still in the sector. The seventh is at
medical school, at last.</p>`,
  },
  {
    key: 'charity-or-nonprofit',
    language: 'en',
    title: 'Charity or nonprofit? What the difference means if you work there',
    teaser:
      'Both do good and neither pays dividends. But where the money comes from is another matter, and so is what you will be busy with.',
    author: 'Maya Tremblay',
    tags: ['Careers', 'Explained'],
    picture: { motif: 'sprout', hue: 120, alt: 'Drawing of a seedling in a pot' },
    body: `<p>On this site you will find registered charities, nonprofit organizations, co-operatives and foundations. From outside they look
alike. If you are going to work for one, three differences matter.</p>
<h2>Who may give a receipt</h2>
<p>A registered charity is listed with the Canada Revenue Agency, pursues a charitable purpose and may issue official donation receipts. A
nonprofit organization serves any purpose but profit, such as sports, housing or a trade, and may not. So charities live more from donors and
foundations, and nonprofits more from members, fees and contracts. If you work in fundraising, this is your whole world.</p>
<h2>What can be looked up</h2>
<p>Every registered charity files a return each year, and most of it is public: income, spending, how many employees there are, how many of
them earn how much. Before an interview that is the best half-hour you can spend. For nonprofits there is less; look at the annual
report and who sits on the board.</p>
<h2>What will be on your desk</h2>
<p>Charities report a lot: to the agency, to funders, to donors. Ask how many grants there are and who writes the reports. In nonprofits with
members you will spend more evenings at meetings, and hear at once when somebody is unhappy.</p>
<p>Neither is better to work for. Good questions for both are: how many months of reserves are there? How long has the director been here?
And what happened to the last person in this job?</p>`,
  },
  {
    key: 'working-up-north',
    language: 'en',
    title: 'Working up north: what people ask before they go, and what they should ask',
    teaser:
      'Community organizations in the territories and the northern provinces are hiring. Four people who went tell how it is.',
    author: 'Amrit Gill',
    tags: ['Careers', 'Working life'],
    picture: { motif: 'bridge', hue: 196, alt: 'Drawing of a bridge over water' },
    body: `<p>“Everybody asks about the cold,” says a youth worker in Yellowknife. “Nobody asks where they will live.” Housing comes first, second and
third in every talk we had. After that it gets interesting.</p>
<h2>Housing</h2>
<p>Ask whether the job comes with a place, what it costs, what happens to it when the job ends, and whether you may bring a partner, children, a
dog. If the answer is “you will find something”, look at the listings before you sign.</p>
<h2>Money</h2>
<p>Pay is higher, and so is a cauliflower. Ask about the northern allowance, travel out once or twice a year, and what freight costs. There
is a tax deduction for northern residents; ask an accountant, not a colleague.</p>
<h2>Work</h2>
<p>Teams are small and everybody does more. You may be the only person in your profession for three hundred kilometres. Ask whom you can call, and
whether time with a supervisor elsewhere is part of the plan.</p>
<h2>People</h2>
<p>You are going to somebody’s home. Find out on whose land, read what they have written themselves, and ask how the organization works with
the community, who sits on its board, and which language it is run in. “I was there to help, so I talked,” says a nurse who went to Nunavik. “In the
second year I learned to be quiet. That is when I became useful.”</p>
<p>Two of the four had planned to stay a year. They have been there for six and eleven.</p>`,
  },
];
