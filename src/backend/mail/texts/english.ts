import { type MailTexts, paragraphsOf } from './mail-texts.js';

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
      paragraphs: ['good to have you here. Please confirm that this is your address, and your account is ready.'],
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
        `somebody, probably you, has just tried to register with this address. There is an account for it on ${site} already, so you can simply log in.`,
        'If you have forgotten your password, choose a new one here:',
      ],
      button: 'Choose a new password',
      after: [`The link works once, for ${lasts}.`, NOT_YOU],
    }),
    'reset-password': ({ site, lasts }) => ({
      subject: `Your new password for ${site}`,
      preheader: 'Choose a new password with this link.',
      heading: 'Choose a new password',
      paragraphs: [`you would like a new password for ${site}. Choose one here:`],
      button: 'Choose a new password',
      after: [`The link works once, for ${lasts}.`, NOT_YOU],
    }),
    'password-changed': ({ site }) => ({
      subject: `Your password for ${site} was changed`,
      preheader: 'If that was you, all is well.',
      heading: 'Your password was changed',
      paragraphs: [
        `the password of your account with ${site} has just been changed. If that was you, all is well.`,
        'If it was not you, choose a new password with “Forgotten your password?” on the login page at once, and write to us.',
      ],
    }),
    'change-email': ({ site, lasts }) => ({
      subject: `Please confirm your new email address for ${site}`,
      preheader: 'From then on you log in with this address.',
      heading: 'Your new email address',
      paragraphs: [`you would like to use this address for your account with ${site}. Please confirm it:`],
      button: 'Confirm my new address',
      after: [`The link works once, for ${lasts}. Until then your old address stays in use.`, NOT_YOU],
    }),
    'email-changed': ({ site, details: { newEmail } }) => ({
      subject: `Your email address for ${site} was changed`,
      preheader: 'If that was you, all is well.',
      heading: 'Your email address was changed',
      paragraphs: [
        newEmail
          ? `your account with ${site} now has the address ${newEmail}. We will not write to this one any more.`
          : `your account with ${site} now has another address. We will not write to this one any more.`,
        'If that was not you, please write to us at once.',
      ],
    }),
    'account-deleted': ({ site }) => ({
      subject: `Your account with ${site} was deleted`,
      preheader: 'Thank you for the time you spent with us.',
      heading: 'Goodbye',
      paragraphs: [
        `your account with ${site} and all that belonged to it have been deleted, as you asked. This is our last mail to you.`,
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
        `this is what ${name} has written to us. We usually answer within two working days.`,
        subject,
        ...paragraphsOf(body),
        ...(files ? [`Attached: ${files}`] : []),
      ],
      after: [
        'If you have not written to us, somebody has entered your address by mistake. There is nothing you need to do.',
      ],
    }),
    'link-identity': ({ site, lasts, details: { provider = 'another service' } }) => ({
      subject: `Log in to ${site} with ${provider}?`,
      preheader: 'Please confirm that both accounts are yours.',
      heading: `Log in with ${provider}`,
      paragraphs: [
        `you have just logged in with ${provider}, and there is an account with this address on ${site}. Is it yours? Then confirm it, and from now on you can log in either way.`,
      ],
      button: 'Yes, connect them',
      after: [`The link works once, for ${lasts}.`, NOT_YOU],
    }),
  },
};
