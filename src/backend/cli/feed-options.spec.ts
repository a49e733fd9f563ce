import { parseFeedOptions } from './feed-options.js';

const parse = (...args: string[]) => parseFeedOptions(['--sites', 'uk:en:GB;europe:en,de:DE,FR', ...args]);

describe('parseFeedOptions', () => {
  it('reads commands', () => {
    expect(
      parse('add', 'https://x.test/jobs.xml?key=1', '--site', 'uk', '--organization', ' Food  Bank ', '--every', '1d'),
    ).toMatchObject({
      sites: [
        { name: 'uk', languages: ['en'], countries: ['GB'] },
        { name: 'europe', languages: ['en', 'de'], countries: ['DE', 'FR'] },
      ],
      command: {
        name: 'add',
        site: 'uk',
        url: 'https://x.test/jobs.xml?key=1',
        organization: 'Food Bank',
        everyMinutes: 1440,
      },
    });
    expect(parse('add', 'https://x.test/', '--default-site', 'europe')).toMatchObject({
      command: { site: 'europe', everyMinutes: 360 },
    });
    expect(parse('list')).toMatchObject({ command: { name: 'list' } });
    expect(parse('remove', '7')).toMatchObject({ command: { name: 'remove', id: 7 } });
    expect(parse('run', '7', '--close-missing')).toMatchObject({ command: { name: 'run', id: 7, closeMissing: true } });
  });

  it.each([
    [[], /A command is missing/],
    [['sing'], /no command sing/],
    [['add'], /address of the feed is missing/],
    [['add', 'x'], /x: This is not a valid URL/],
    [['add', 'file:///etc/passwd'], /http and https only/],
    [['add', 'https://a:b@x.test/'], /password/],
    [['add', 'https://x.test/', 'more'], /Unexpected arguments: more/],
    [['add', 'https://x.test/', '--site', 'mars'], /no site mars; there are: uk, europe/],
    [['add', 'https://x.test/', '--every', '1m'], /from 5m to 60d/],
    [['add', 'https://x.test/', '--every', 'now'], /from 5m to 60d/],
    [['add', 'https://x.test/', '--format', 'pdf'], /not one of csv, json, jsonl, xml/],
    [['add', 'https://x.test/', '--source', 'demo'], /must not be demo or import/],
    [['add', 'https://x.test/', '--organization', ' '], /needs a name/],
    [['remove'], /number of the feed is missing/],
    [['run', 'x'], /not x/],
    [['list', '--nothing'], /nothing/],
  ])('reports the error in %j', (args, reason) => {
    expect(parse(...args)).toEqual({ error: expect.stringMatching(reason) as string });
  });
});
