import type { WrittenMail } from './written-mail.js';

/** For programs, and people, that do without HTML. */
export function layOutText({ sender, texts, text, link, addressOf }: WrittenMail): string {
  const { paragraphs, items = [], button, after = [], links = [] } = text;
  const parts = [
    ...(text.isQuoted ? [] : [texts.greeting]),
    ...paragraphs,
    ...items.map(({ title, note, path }) =>
      [oneLine(title), oneLine(note), addressOf(path)].filter(Boolean).join('\n'),
    ),
    ...(link === undefined ? [] : [button ? `${button}\n${link}` : link]),
    ...after,
    ...(text.isQuoted ? [] : [texts.farewell(sender.title)]),
    [
      `-- \n${text.reason ?? texts.reason(sender.title)}`,
      ...links.map(({ words, path }) => `${words}: ${addressOf(path)}`),
      `${texts.questions} ${sender.contactEmail}`,
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
