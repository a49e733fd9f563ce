import type { DemoArticle } from './demo-article.js';

/** For Britain. */
export const britain: DemoArticle[] = [
  {
    key: 'check-a-charity-before-you-apply',
    language: 'en',
    title: 'Check a charity before you apply: half an hour, four registers',
    teaser: 'They will look you up. Look them up first: what is public, where it stands, and what should make you ask.',
    author: 'Callum Reid',
    tags: ['Applying', 'Explained'],
    picture: { motif: 'compass', hue: 44, alt: 'Drawing of a compass' },
    body: `<p>Charities are among the most open employers there are. Nearly everything you would like to know before an interview has been
filed somewhere. It takes half an hour.</p>
<h2>Where to look</h2>
<ul><li>England and Wales: the register of the Charity Commission, with five years of income and spending at a glance.</li>
<li>Scotland: the register of OSCR. Northern Ireland: that of the Charity Commission there.</li>
<li>Companies House, as many charities are companies too: directors, and whether accounts came in on time.</li>
<li>The Fundraising Regulator, if you are going to raise money.</li></ul>
<h2>What to read</h2>
<p>Open the last annual report. Skip the photographs; read the reserves policy, the going-concern paragraph and the note on staff. It says how
many people work there, how many earn over £60,000, and what happened to both since last year. Trustees’ names are worth a search.</p>
<h2>What should make you ask</h2>
<p>Accounts that are late more than once. Three chief executives in four years. One funder who pays for most of it, and a contract that ends soon.
None of this is a reason not to apply. All of it is a reason to ask, and how they answer tells you more than the figure.</p>
<p>Bring one number to the interview. “I saw that you doubled your advice sessions with the same staff: how?” Nobody else will have asked.</p>`,
  },
  {
    key: 'dbs-checks-without-fear',
    language: 'en',
    title: 'DBS checks without fear: what applicants should know',
    teaser: 'Who needs one, who pays, how long it takes, and why a line on it is not the end of a career.',
    author: 'Priya Nair',
    tags: ['Applying', 'Safeguarding'],
    picture: { motif: 'letter', hue: 18, alt: 'Drawing of two sheets of paper with lines of text' },
    body: `<p>“Subject to an enhanced DBS check” stands under half of the jobs here, and puts off good people who would have nothing to fear. It need
not.</p>
<h2>What it is</h2>
<p>A check by the Disclosure and Barring Service shows what the police hold that is relevant to a role. There are four levels, and an employer
may only ask for the one that the role allows. Reception work does not call for an enhanced check; running a youth club does. Scotland has the PVG
scheme, Northern Ireland has AccessNI.</p>
<h2>Who does what</h2>
<p>The employer applies and nearly always pays. You show identity documents and addresses of the past five years: find those now, they are what
takes longest. Most certificates come within two weeks. If you join the update service within thirty days, you can take it with you to the next
job.</p>
<h2>If there is something on it</h2>
<p>Old and minor matters are often filtered out and need not be mentioned at all. For the rest, a charity that works with offenders said it best:
tell us before the certificate does, say what it was and what has changed since. Employers have to weigh what it is, how long ago, and what
it has to do with the job. They must have a policy on that. You may ask to see it.</p>
<p>Advice is free and confidential from organizations such as Unlock and Nacro. A quarter of working-age people have a record of some kind. Quite a few of
them run things now.</p>`,
  },
];
