import type { DemoArticle } from './demo-article.js';

/** For people who look for work, wherever they live. */
export const applying: DemoArticle[] = [
  {
    key: 'cover-letter-one-page-three-points',
    language: 'en',
    title: 'A cover letter for a small charity: one page, three points',
    teaser:
      'The person who reads it also runs the programme and answers the phone. Here is what they need to know, and in what order.',
    author: 'Nadia Petrov',
    tags: ['Applying', 'Careers'],
    picture: { motif: 'letter', hue: 188, alt: 'Drawing of two sheets of paper with lines of text' },
    body: `<p>In a large organization a cover letter passes through several hands. In a small one it lands on the desk of the person you
would work for, between a grant report and a leaking tap. They will read it, properly, if it lets them. One page is enough, and three
points carry it.</p>
<h2>1. Why this cause, in two sentences</h2>
<p>Not your life story, and not theirs: they know what their charity does. Say what connects you with it. “I grew up above a
food bank and have packed boxes in three of them” is worth more than a paragraph on passion. If there is no such story, say what
you have found out about their work that made you write. That is a reason as well, and an honest one.</p>
<h2>2. One thing you did that they need done</h2>
<p>Read what the job involves and find the task that would keep its author awake. Then tell them about one time you did that, or something close to
it: what the problem was, what you did, what came of it. A number helps, if it is true. “Our waiting list went from eleven weeks
to four” can be understood by everyone on the board.</p>
<h2>3. What you don’t have yet, and how you will get it</h2>
<p>Nobody has everything that a job asks for. Naming the gap yourself makes the rest more believable: “I have not worked with your
database; I learned two others on the job, the last in a month.” It also saves both of you an interview that would have ended
there.</p>
<h2>What to leave out</h2>
<ul><li>The history of your school days, unless it is your last job.</li><li>Adjectives about yourself. Let them find their own.</li>
<li>Anything that would fit a letter to somebody else. If you can swap the name of the charity and nobody would notice, start again.</li></ul>
<p>Then let it rest for a night, read it aloud, and send it in the format they ask for. You would be surprised how many don’t.</p>`,
  },
  {
    key: 'seven-interview-questions',
    language: 'en',
    title: 'Seven questions a small charity will ask you, and what is behind them',
    teaser:
      'Interviews in small teams sound like a chat. They are not. What people want to find out, and how to help them.',
    author: 'Tom Adeyemi',
    tags: ['Applying', 'Interviews'],
    picture: { motif: 'talk', hue: 262, alt: 'Drawing of two speech bubbles' },
    body: `<p>There may be two people in the room, and a dog. Do not be misled: hiring the wrong person costs a team of five far more than
one of five hundred, and everybody at the table knows it. These questions come up again and again.</p>
<h2>“What drew you to us?”</h2><p>Behind it: will you still be here in two years? Speak about the work as it is, not as the
leaflet shows it. If you have visited, volunteered or used the service, say so.</p>
<h2>“What does a normal day look like for you?”</h2><p>Behind it: can you work without a department around you? Tell them how
you decide what comes first when three things are urgent.</p>
<h2>“Tell us about something that went wrong.”</h2><p>Behind it: will you tell us in time? Choose something real. Say when you
noticed, whom you told, and what you do differently now.</p>
<h2>“How do you feel about pitching in?”</h2><p>Behind it: the boiler, the raffle, the newsletter. It is fair to say yes, and fair
to ask how often that is and whether the time is given back.</p>
<h2>“How would you explain what we do to a donor?”</h2><p>Behind it: can you speak for us? Practise two sentences beforehand.</p>
<h2>“How do you look after yourself?”</h2><p>Behind it: they have seen people burn out. You need not tell them anything private.
“I stop at five, and I ask for help early” is a complete answer.</p>
<h2>“What would you like to know?”</h2><p>Behind it: are you choosing, too? Ask how the post is funded and until when. Ask what the
last person in it would tell you. Ask what should be different in a year because you were there. Good employers like these questions,
and the others you can do without.</p>`,
  },
  {
    key: 'from-business-to-charity',
    language: 'en',
    title: 'From business to charity: what changes, and what does not',
    teaser:
      'Many people move across in the middle of their careers. Five of them told us what they wish they had known before.',
    author: 'Nadia Petrov',
    tags: ['Careers', 'Working life'],
    picture: { motif: 'bridge', hue: 205, alt: 'Drawing of a bridge over water' },
    body: `<p>“I thought I would bring them order,” says a former logistics manager who now runs a furniture bank. “They had order. They had
no money for a second van.” Most of those we spoke to laugh about their first weeks. What surprised them had little to do with what
they had been warned about.</p>
<h2>What is the same</h2>
<p>There are budgets, deadlines, office politics and bad software. There are colleagues who are brilliant and colleagues who are tired.
Skills travel well: whoever can read a balance sheet, plan a route or calm down an angry caller is as useful here as there.</p>
<h2>What is different</h2>
<ul><li><strong>Who decides.</strong> A board of volunteers meets every six weeks. Learn early what may be decided without it.</li>
<li><strong>Where money comes from.</strong> It often comes with a purpose, a report and an end date. Ask which one your post hangs on.</li>
<li><strong>How success is told.</strong> Nobody is satisfied by a rising curve alone. You will have to say what it means to somebody.</li>
<li><strong>The pay.</strong> Usually less, not always. Compare all of it: holidays, pension, hours, the way to work.</li></ul>
<h2>How to try it out</h2>
<p>Two of the five began as trustees, which showed them a whole organization from above in a year of evenings. One took a fixed-term post
to cover a leave. One volunteered, found out that it was not for her, and looked for another cause instead. “That was the best use of ten
Saturdays I ever made,” she says.</p>
<p>All five would do it again. Asked for one piece of advice, the logistics manager does not hesitate: “For three months, change nothing.
Ask why it is done that way. Then buy the van.”</p>`,
  },
  {
    key: 'from-volunteer-to-staff',
    language: 'en',
    title: 'From volunteer to staff: how to ask',
    teaser:
      'You know the work, and they know you. Why that is no promise of a job, and what to do so that it becomes an advantage.',
    author: 'Grace Lindqvist',
    tags: ['Careers', 'Applying'],
    picture: { motif: 'steps', hue: 146, alt: 'Drawing of four steps with a sun above them' },
    body: `<p>You have been there every Tuesday for a year. You know where the keys are and which child will not eat carrots. Then a paid post is
advertised, and you hear of it from the website. It stings. It is also, mostly, how it should be: public money asks for open
competition, and being known to the manager must not be what decides.</p>
<h2>Say it before there is a post</h2>
<p>Ask for twenty minutes with the person who coordinates you. Say that you would like to work in the field, here or elsewhere, and ask
what you lack. Nobody can promise you anything, but people remember who asked well.</p>
<h2>Collect what can be shown</h2>
<p>Keep a plain list: what you did, how often, with how many people, what changed. Take the training that volunteers are offered, first
aid and safeguarding above all. Ask for a reference while somebody still knows what you did in May.</p>
<h2>Apply as if nobody knew you</h2>
<p>The panel may not be your friends, and they can only count what stands on the page. Write it all down, even what “they know
anyway”. In the interview, don’t talk about insiders’ matters; talk about what you would do in the job.</p>
<h2>If it is somebody else</h2>
<p>Ask for feedback, wait a week before you decide anything, and be kind to the one who got it. They will need you on Tuesday. Two of the
people we asked were hired the second time. A third took her reference across town, and now advertises posts herself: “I tell every
volunteer when one opens. Before it is online.”</p>`,
  },
];
