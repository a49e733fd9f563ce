import type { DemoArticle } from './demo-article.js';

/** For those who hire, and for teams, wherever they are. */
export const hiring: DemoArticle[] = [
  {
    key: 'why-pay-belongs-in-the-ad',
    language: 'en',
    title: 'Why every job should name its pay',
    teaser:
      '“Competitive salary” tells nobody anything. What employers who have begun to name the figure say, and what happened next.',
    author: 'Tom Adeyemi',
    tags: ['Hiring', 'Pay'],
    picture: { motif: 'coins', hue: 36, alt: 'Drawing of stacks of coins' },
    body: `<p>There is a moment in many interviews that everybody dreads. Forty minutes have gone well, then somebody mentions money, and it turns
out that the two sides were never in the same room. The figure was known all along. It just wasn’t on the page.</p>
<h2>What employers are afraid of</h2>
<p>“That our own people will compare.” They will, and they do already; a range that you can explain is better than a rumour that you
cannot. “That we will look poor.” Those who would leave over it leave anyway, after you have spent a morning on them. “That we cannot
negotiate.” A range leaves room, and those who negotiate best are not always those you need most.</p>
<h2>What happens when it is there</h2>
<ul><li>Fewer applications that lead nowhere, more that fit.</li><li>People apply who had been told often enough that they should not
ask: many women, many newcomers, many who come from families without a lawyer.</li><li>The conversation can be about the work.</li></ul>
<h2>How to write it</h2>
<p>Name the range you would really pay, the hours it is for and what comes on top: pension, paid holidays, a travel pass. If the post is
part-time, give the figure that will arrive, not the full-time equivalent. If the funding ends in March, say so in the same line. And if
the top of the range is for somebody with ten years’ experience, put that beside it.</p>
<p>On this site pay is a fact of its own, so people can search by it, and a job that leaves it out is simply not found. One
director put it more briefly: “We ask donors for transparency. It felt odd to be shy ourselves.”</p>`,
  },
  {
    key: 'hiring-without-an-hr-department',
    language: 'en',
    title: 'Hiring when you have no HR department',
    teaser: 'Six weeks, four evenings, one spreadsheet: a plan for teams in which hiring is somebody’s fifth job.',
    author: 'Grace Lindqvist',
    tags: ['Hiring'],
    picture: { motif: 'people', hue: 330, alt: 'Drawing of four people side by side' },
    body: `<p>In most small charities, whoever does the hiring fits it in between other things, once a year, from memory. It can still be done well. This plan
has been used by a hospice with nine employees and by a sports club with two.</p>
<h2>Week one: decide what you need</h2>
<p>Not “another Maria”. Write down what has to be done in the first year, at most five things. What can be learned in three months is no
requirement. Agree with your treasurer on the range, before anybody falls in love with a candidate.</p>
<h2>Week two: write the job</h2>
<p>Title as people would search for it, pay, place, hours, closing date, who to call. Say what the first months look like. Let somebody
who does not work with you read it aloud; where they stumble, cut.</p>
<h2>Weeks three and four: read fairly</h2>
<p>Two people read every application on their own, with the five things in a spreadsheet and one to four points for each. Only then do you
compare. It takes an evening and saves you from hiring whoever writes like you. Tell everybody that their application has arrived, and by
when they will hear.</p>
<h2>Week five: the same questions for all</h2>
<p>Five questions, the same for each, and one small task from real life: answer this email, plan this afternoon. Pay their travel, send
the questions the day before, offer a call to those who cannot come. You want to know how they work, not how they cope with surprise.</p>
<h2>Week six: decide and tell</h2>
<p>Points first, then the conversation. Call the one you want. Write to the others the same day, with a sentence that is about them. They
talk to each other, and next year you will need one of them.</p>`,
  },
  {
    key: 'working-from-home-for-a-cause',
    language: 'en',
    title: 'Working from home for a cause: how small teams stay together',
    teaser:
      'Offices cost rent that programmes could use. What three fully remote charities do so that nobody gets lost.',
    author: 'Tom Adeyemi',
    tags: ['Working life', 'Remote work'],
    picture: { motif: 'desk', hue: 222, alt: 'Drawing of a desk with a screen on it' },
    body: `<p>When its lease ran out, a helpline for carers asked its staff of eleven whether they wanted a new office. Nine did not. The rent now
pays for two more evenings on the phones. But the first winter was hard, and the team learned a few things that two other charities
confirm.</p>
<h2>Write it down</h2>
<p>What used to be said across the room has to stand somewhere. Not in a chat, where it drowns, but in one place with a date: what we
decided, why, who does it. Whoever was at the dentist’s is then not out of the loop.</p>
<h2>Fewer meetings, and better ones</h2>
<p>All three have one call a week for everybody, with an agenda, forty-five minutes. Everything else is between the people it concerns. One
hour on Wednesday is for no purpose at all; coming is voluntary, and most do.</p>
<h2>Hard things need a person</h2>
<p>Difficult calls, a complaint, bad news about a grant: somebody must be there to talk to within minutes. The helpline has a second person
on each shift who takes no calls and is only there for colleagues. “It is the most expensive thing we do, and the last that we would
cut,” says the manager.</p>
<h2>Meet, but for a reason</h2>
<p>Twice a year everybody comes together for two days. No slides. They walk, cook, and argue about next year. Train fares are in the budget
from the start, and nobody has to share a room.</p>
<p>And what should the job say? Where people have to live, for tax and for time zones; which days are fixed; what equipment they get. “Remote”
alone leads to a hundred questions, all of them the same.</p>`,
  },
  {
    key: 'the-first-ninety-days',
    language: 'en',
    title: 'The first ninety days: an onboarding plan that fits on one page',
    teaser: 'Most people who leave within a year have decided by month three. A page of paper can change their minds.',
    author: 'Grace Lindqvist',
    tags: ['Hiring', 'Working life'],
    picture: { motif: 'calendar', hue: 12, alt: 'Drawing of a calendar sheet' },
    body: `<p>On her first day a fundraiser we know was shown a desk, a password and a cupboard of files. Then everybody went to an event. She
stayed, but she still tells the story, ten years on. It costs little to be remembered for something else.</p>
<h2>Before day one</h2>
<p>A contract, a working computer, and a message from a person: where to come, when, what to bring, where one eats. Tell the rest of the
team who is coming and what they will do. You would not believe how often that is forgotten.</p>
<h2>Days one to thirty: see</h2>
<ul><li>A morning in each part of the organization, with those you are there for if they agree.</li><li>One colleague, not the boss, for
all stupid questions.</li><li>One small thing that is finished by Friday of the second week.</li></ul>
<h2>Days thirty-one to sixty: do</h2>
<p>Hand over one task after another, each with what good looks like and who decides. Talk for half an hour every week, always at the same
time. Ask what is odd here: new eyes last about six weeks.</p>
<h2>Days sixty-one to ninety: own</h2>
<p>Agree on three aims for the year. Look back together at what you advertised: is this the job that was promised? If not, change one or the other. Write
down what the next newcomer should be told, because nobody knows it better than this one.</p>
<p>Put it on a page, give it to them with the contract, and hang a copy on your own wall. It is as much about what you have to do as
about what they have.</p>`,
  },
];
