import type { WrittenMail } from './written-mail.js';

/** For programs, and people, that do without HTML. */
export function layOutText({ sender, t, text, link, addressOf }: WrittenMail): string {
  const { paragraphs, items = [], button, after = [], links = [] } = text;
  const parts = [
    ...(text.isQuoted ? [] : [t('mail.greeting')]),
    ...paragraphs,
    ...items.map(({ title, note, path }) =>
      [oneLine(title), oneLine(note), addressOf(path)].filter(Boolean).join('\n'),
    ),
    ...(link === undefined ? [] : [button ? `${button}\n${link}` : link]),
    ...after,
    ...(text.isQuoted ? [] : [t('mail.farewell', { site: sender.title })]),
    [
      `-- \n${text.reason ?? t('mail.reason', { site: sender.title })}`,
      ...links.map(({ words, path }) => `${words}: ${addressOf(path)}`),
      `${t('mail.questions')} ${sender.contactEmail}`,
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
