import { alertLinkPath } from '#contract/pages/paths.js';
import { dayInWords, itemsOf, type MailTexts, moreThan, paragraphsOf, shortened } from './mail-texts.js';

const NOT_YOU = 'If that was not you, you need not do anything: nothing changes without this link.';

export const english: MailTexts = {
  greeting: 'Hello,',
  farewell: (site) => `With kind regards,\nthe ${site} team`,
  linkBelow: 'If the button does not work, copy this address into your browser:',
  reason: (site) => `You receive this mail because your address was entered on ${site}.`,
  questions: 'Questions? Write to',
  mails: {
    'verify-email': ({ site, lasts }) => ({
      subject: `Please confirm your email address for ${site}`,
      preheader: 'One click and your account is ready.',
      heading: `Welcome to ${site}`,
      paragraphs: ['Good to have you here. Please confirm that this is your address, and your account is ready.'],
      button: 'Confirm my address',
      after: [
        `We will ask for the password that you chose. The link works for ${lasts}.`,
        'If you did not register, simply delete this mail.',
      ],
    }),
    'already-registered': ({ site, lasts }) => ({
      subject: `You already have an account with ${site}`,
      preheader: 'You can log in, or choose a new password.',
      heading: 'You already have an account',
      paragraphs: [
        `Somebody, probably you, has just tried to register with this address. There is an account for it on ${site} already, so you can simply log in.`,
        'If you have forgotten your password, choose a new one here:',
      ],
      button: 'Choose a new password',
      after: [`The link works once, for ${lasts}.`, NOT_YOU],
    }),
    'reset-password': ({ site, lasts }) => ({
      subject: `Your new password for ${site}`,
      preheader: 'Choose a new password with this link.',
      heading: 'Choose a new password',
      paragraphs: [`You would like a new password for ${site}. Choose one here:`],
      button: 'Choose a new password',
      after: [`The link works once, for ${lasts}.`, NOT_YOU],
    }),
    'password-changed': ({ site }) => ({
      subject: `Your password for ${site} was changed`,
      preheader: 'If that was you, all is well.',
      heading: 'Your password was changed',
      paragraphs: [
        `The password of your account with ${site} has just been changed. If that was you, all is well.`,
        'If it was not you, choose a new password with “Forgotten your password?” on the login page at once, and write to us.',
      ],
    }),
    'change-email': ({ site, lasts }) => ({
      subject: `Please confirm your new email address for ${site}`,
      preheader: 'From then on you log in with this address.',
      heading: 'Your new email address',
      paragraphs: [`You would like to use this address for your account with ${site}. Please confirm it:`],
      button: 'Confirm my new address',
      after: [`The link works once, for ${lasts}. Until then your old address stays in use.`, NOT_YOU],
    }),
    'email-changed': ({ site, details: { newEmail } }) => ({
      subject: `Your email address for ${site} was changed`,
      preheader: 'If that was you, all is well.',
      heading: 'Your email address was changed',
      paragraphs: [
        newEmail
          ? `Your account with ${site} now has the address ${newEmail}. We will not write to this one any more.`
          : `Your account with ${site} now has another address. We will not write to this one any more.`,
        'If that was not you, please write to us at once.',
      ],
    }),
    'account-deleted': ({ site }) => ({
      subject: `Your account with ${site} was deleted`,
      preheader: 'Thank you for the time you spent with us.',
      heading: 'Goodbye',
      paragraphs: [
        `Your account with ${site} and all that belonged to it have been deleted, as you asked. This is our last mail to you.`,
        'Thank you for the time you spent with us. You are welcome back at any time.',
      ],
    }),
    'contact-message': ({ site, details: { name = '', email = '', subject = '', body = '', files } }) => ({
      subject: `Contact form: ${subject}`,
      preheader: body.slice(0, 120),
      heading: subject,
      paragraphs: [`From ${name} <${email}>`, ...paragraphsOf(body), ...(files ? [`Attached: ${files}`] : [])],
      isQuoted: true,
      reason: `This message came through the contact form of ${site}. Your answer goes to ${email}.`,
    }),
    'contact-copy': ({ site, details: { name = '', subject = '', body = '', files } }) => ({
      subject: `Your message to ${site}: ${subject}`,
      preheader: 'We have received your message.',
      heading: 'We have received your message',
      paragraphs: [
        `This is what ${name} has written to us. We usually answer within two working days.`,
        subject,
        ...paragraphsOf(body),
        ...(files ? [`Attached: ${files}`] : []),
      ],
      after: [
        'If you have not written to us, somebody has entered your address by mistake. There is nothing you need to do.',
      ],
    }),
    'application-sent': ({ site, details: { name = '', title = '', organization = '' } }) => ({
      subject: `Your application: ${shortened(title)}`,
      preheader: `${organization} has received your application.`,
      heading: 'Your application has arrived',
      paragraphs: [
        `${name}, your application for “${title}” at ${organization} has arrived. Only the people who choose there, and the team of ${site}, can see it.`,
        'You will be told by email when they answer. Many take two to three weeks.',
      ],
      button: 'See my application',
      reason: `You receive this mail because somebody applied for a job on ${site} with your address. If that was not you, please write to us: we will delete the application.`,
    }),
    'application-received': ({ details: { name = '', title = '', organization = '', email = '' } }) => ({
      subject: `New application: ${shortened(title)}`,
      preheader: `${name} has applied.`,
      heading: 'A new application',
      paragraphs: [
        `${name} has applied for “${title}” at ${organization}. What they wrote and sent is waiting for you.`,
        `If you answer this mail, your answer goes to ${email}.`,
      ],
      button: 'Open the application',
    }),
    'application-answer': ({
      site,
      details: { subject = 'About your application', body = '', title = '', organization = '' },
    }) => ({
      subject: shortened(subject),
      preheader: body.slice(0, 120),
      heading: subject,
      paragraphs: paragraphsOf(body),
      button: 'See my application',
      isQuoted: true,
      reason: `${organization} sent you this through ${site} because you applied for “${title}”. If you answer, your answer goes to them.`,
    }),
    'application-declined': ({ details: { name = '', title = '', organization = '' } }) => ({
      subject: `Your application: ${shortened(title)}`,
      preheader: `${organization} has decided.`,
      heading: 'About your application',
      paragraphs: [
        `${name}, thank you for applying for “${title}”. ${organization} has decided on somebody else this time.`,
        'That says nothing about your next application. We wish you every success with it.',
      ],
      button: 'See my application',
    }),
    'application-withdrawn': ({ details: { name = '', title = '', organization = '' } }) => ({
      subject: `Withdrawn: ${shortened(title)}`,
      preheader: `${name} has withdrawn.`,
      heading: 'An application was withdrawn',
      paragraphs: [
        `${name} has withdrawn the application for “${title}” at ${organization}. There is nothing left for you to do.`,
      ],
      button: 'See the application',
    }),
    'organization-invitation': ({ site, lasts, details: { organization = '', name = '' } }) => ({
      subject: `Invitation to work for ${shortened(organization)}`,
      preheader: `${name} invites you on ${site}.`,
      heading: `Work for ${organization}`,
      paragraphs: [
        `${name} invites you to write jobs and look after applications for ${organization} on ${site}.`,
        'Accept with the account of this address. If you have none yet, register with it first.',
      ],
      button: 'See the invitation',
      after: [`The link works for ${lasts}. If you do not know ${organization}, simply delete this mail.`],
    }),
    'job-approved': ({ site, details: { title = '', subject = 'job', startsOn } }) => {
      const isChange = subject === 'change';
      const online = startsOn ? `It goes online on ${dayInWords(startsOn, 'en')}.` : 'It is online now.';
      return {
        subject: `${isChange ? 'Changes approved' : 'Approved'}: ${shortened(title)}`,
        preheader: isChange ? 'We have approved what you changed.' : `Your job for ${site} is approved.`,
        heading: isChange ? 'Your changes are approved' : 'Your job is approved',
        paragraphs: [
          isChange
            ? `We have reviewed the changes of your job “${title}” and approved them. ${startsOn ? online : 'They are online now.'}`
            : `We have reviewed your job “${title}” and approved it. ${online}`,
        ],
        button: 'See the job',
        reason: `You receive this mail because you have sent a job to ${site}.`,
      };
    },
    'job-sent-back': ({ site, details: { title = '', reason = '', subject = 'job' } }) => {
      const isChange = subject === 'change';
      return {
        subject: `Please change: ${shortened(title)}`,
        preheader: 'We have reviewed your job and ask for a change.',
        heading: 'Please change your job',
        paragraphs: [
          isChange
            ? `We have reviewed the changes of your job “${title}” on ${site}. The job stays as it was before you changed it. Before your changes are published, please correct this:`
            : `We have reviewed your job “${title}” for ${site}. Before it is published, please change this:`,
          ...paragraphsOf(reason),
        ],
        button: 'Change the job',
        after: ['Nothing of it is lost. When you have changed it, send it to us again.'],
        reason: `You receive this mail because you have sent a job to ${site}.`,
      };
    },
    'organization-approved': ({ site, details: { organization = '' } }) => ({
      subject: `Approved: the page of ${shortened(organization)}`,
      preheader: 'Everybody sees what you changed.',
      heading: 'Your changes are approved',
      paragraphs: [
        `We have reviewed the new name or pictures of ${organization} on ${site} and approved them. Everybody sees them now.`,
      ],
      button: 'See the page',
      reason: `You receive this mail because you have changed the page of ${organization} on ${site}.`,
    }),
    'organization-sent-back': ({ site, details: { organization = '', reason = '' } }) => ({
      subject: `Please change: the page of ${shortened(organization)}`,
      preheader: 'We have reviewed the new name or pictures and ask for a change.',
      heading: 'Please change your page',
      paragraphs: [
        `We have reviewed the new name or pictures of ${organization} on ${site}. The page stays as it was. Before they are shown, please change this:`,
        ...paragraphsOf(reason),
      ],
      button: 'Change the page',
      after: ['Nothing of it is lost: it is in the form of your page. Publish it again when you have changed it.'],
      reason: `You receive this mail because you have changed the page of ${organization} on ${site}.`,
    }),
    'alert-confirm': ({ site, lasts }) => ({
      subject: `Please confirm your job alert from ${site}`,
      preheader: 'One click, and new jobs come to you by email.',
      heading: 'Shall new jobs come to you?',
      paragraphs: [
        `Somebody, probably you, would like new jobs of a search on ${site} to be sent to this address. Please say that you want them:`,
      ],
      button: 'Look at the alert and confirm it',
      after: [
        `The link works for ${lasts}. If that was not you, simply delete this mail: we will not send you anything.`,
      ],
    }),
    'job-alert': ({ site, details: { search, items, count = '0', token = '' } }) => {
      const listed = itemsOf(items);
      const more = moreThan(listed, count);
      return {
        subject: `${count === '1' ? '1 new job' : `${count} new jobs`}${search ? `: ${shortened(search)}` : ` on ${site}`}`,
        preheader: listed.map(({ title }) => title).join(' · '),
        heading: count === '1' ? 'A new job for you' : `${count} new jobs for you`,
        paragraphs: [search ? `This is new for your search: ${search}` : `This is new on ${site}:`],
        items: listed,
        after: more > 0 ? [`And ${more} more, which your search shows.`] : [],
        button: 'Show the search',
        reason: `You receive this mail because of your job alert on ${site}.`,
        links: [{ words: 'Change or end this alert', path: alertLinkPath(token) }],
      };
    },
    'resume-alert': ({ site, details: { search, items, count = '0', token = '' } }) => {
      const listed = itemsOf(items);
      const more = moreThan(listed, count);
      return {
        subject: `${count === '1' ? '1 new resume' : `${count} new resumes`}${search ? `: ${shortened(search)}` : ` on ${site}`}`,
        preheader: 'New people for your search.',
        heading: count === '1' ? 'A new resume' : `${count} new resumes`,
        paragraphs: [search ? `This is new for your search: ${search}` : `This is new on ${site}:`],
        items: listed,
        after: more > 0 ? [`And ${more} more, which your search shows.`] : [],
        button: 'Show the search',
        reason: `You receive this mail because of your resume alert on ${site}.`,
        links: [{ words: 'Change or end this alert', path: alertLinkPath(token) }],
      };
    },
    'link-identity': ({ site, lasts, details: { provider = 'another service' } }) => ({
      subject: `Log in to ${site} with ${provider}?`,
      preheader: 'Please confirm that both accounts are yours.',
      heading: `Log in with ${provider}`,
      paragraphs: [
        `You have just logged in with ${provider}, and there is an account with this address on ${site}. Is it yours? Then confirm it, and from now on you can log in either way.`,
      ],
      button: 'Yes, connect them',
      after: [`The link works once, for ${lasts}.`, NOT_YOU],
    }),
  },
};
