import type { DemoArticle } from './demo-article.js';

/** For people who look across borders. */
export const international: DemoArticle[] = [
  {
    key: 'fixed-term-posts-and-grants',
    language: 'en',
    title: '“Until 31 March, with a view to extension”: how to read a funded post',
    teaser: 'Project money ends, and jobs with it. Five questions that tell you how likely it is that yours goes on.',
    author: 'Nadia Petrov',
    tags: ['Careers', 'Explained'],
    picture: { motif: 'calendar', hue: 282, alt: 'Drawing of a calendar sheet' },
    body: `<p>Nearly half of the posts on this page end on a date. That is not bad will: a grant for eighteen months pays for a person for
eighteen months. But “with a view to extension” can mean anything from “it is signed” to “we are hoping”. You may find out which.</p>
<ol><li><strong>Who pays for this post?</strong> One funder, or several? The more there are, the softer the landing.</li>
<li><strong>How often has it been extended?</strong> A project in its third round is likely to see a fourth.</li>
<li><strong>When will you know?</strong> If the decision comes two weeks before the end, ask what happens to you in between.</li>
<li><strong>What becomes of the work if the money ends?</strong> Some of it is so central that it will be paid for in another way. Some of
it is not.</li>
<li><strong>What was agreed with the person before?</strong> If they left in the tenth month of twelve, you would like to know why.</li></ol>
<h2>What you can ask for</h2>
<p>Notice that is fair on both sides, a reference when it ends, training that is of use elsewhere, and time to look for something else in the last
two months. Most employers agree at once, as they know what they cannot promise.</p>
<h2>And what it gives you</h2>
<p>Start-ups of the good kind: a beginning, a purpose and an end. You will have built something whole and can show it. Many careers in
the sector are strings of such pearls. Take care that there is a thread, too: a field, a craft, people who know what you can do.</p>`,
  },
  {
    key: 'languages-on-your-resume',
    language: 'en',
    title: 'Languages: say what you can do with them',
    teaser: '“Fluent”, “good”, “basic”: three words that mean nothing across borders. There is something better.',
    author: 'Amara Diallo',
    tags: ['Applying'],
    picture: { motif: 'talk', hue: 200, alt: 'Drawing of two speech bubbles' },
    body: `<p>A colleague once wrote “basic Arabic” because she could only read newspapers. Another wrote “fluent Spanish” after a summer in
Valencia. Both were hired for what stood there; one of them had a difficult first week.</p>
<h2>Use the scale</h2>
<p>From A1 to C2, the European scale is understood nearly everywhere by now. B1 means that you get along at work with patience on both sides. B2 means
that meetings do not tire you more than others. C1 means that you write to a ministry without asking anybody. There are honest self-tests
for it, and they take twenty minutes.</p>
<h2>Then say what for</h2>
<p>Speaking and writing are two things. “Portuguese: advice sessions on the phone (C1), letters with a dictionary (B1)” is what somebody who plans a rota
wants to know. If you have interpreted for friends at an office, say it: that is harder than it looks, and they know.</p>
<h2>First languages count</h2>
<p>Many people leave out the one they grew up with, because it was never on a certificate. In the street, on the helpline, in the waiting room it may
be the one that is missing. Put it first.</p>
<p>And for employers: ask for the level that the work needs and not for “native speakers”. It is fairer, in many countries it is the law, and you will
find more people.</p>`,
  },
];
