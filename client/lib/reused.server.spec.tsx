import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { PublicSite } from '#contract/pages/public-site.js';
import { type PageInfo, PageInfoContext, SiteContext } from './page-context';
import { MarkedParts } from '../components/ui/marked-parts';
import { type MarkedText, renderPage as renderPieces, Reused, ReusedEach } from './reused.server';

let name = 0;

const renderPage = (content: ReactNode): string => renderPieces(content).flat().join('');

/** Each test has a separate site, so that it does not find the cached markup of another one. */
function pageOf(locale = 'en', site = `site-${(name += 1)}`) {
  const info = { site: { name: site }, locale } as unknown as PageInfo;
  return function Page({ children }: { children: ReactNode }) {
    return (
      <PageInfoContext value={info}>
        <SiteContext value={{ name: site } as PublicSite}>{children}</SiteContext>
      </PageInfoContext>
    );
  };
}

describe('reused markup', () => {
  test('equals the output of React for the same components', () => {
    const Page = pageOf();
    const content = (
      <ul>
        <li>one &amp; only</li>
        <Reused by="two">
          <li title={'a "quoted" one'}>two</li>
        </Reused>
        <li>three</li>
      </ul>
    );
    const plain = renderToString(<Page>{content}</Page>);
    expect(renderPage(<Page>{content}</Page>)).toBe(plain);
    expect(renderPage(<Page>{content}</Page>)).toBe(plain);
  });

  test('is rendered once for a key, a site and a locale', () => {
    let renders = 0;
    function Counted() {
      renders += 1;
      return <b>x</b>;
    }
    const part = (by: string) => (
      <Reused by={by}>
        <Counted />
      </Reused>
    );
    const Page = pageOf('en', 'once');
    const German = pageOf('de', 'once');
    const Other = pageOf('en', 'other');
    for (let i = 0; i < 3; i++) expect(renderPage(<Page>{part('k')}</Page>)).toBe('<b>x</b>');
    expect(renders).toBe(1);
    renderPage(<German>{part('k')}</German>);
    renderPage(<Other>{part('k')}</Other>);
    renderPage(<Page>{part('another')}</Page>);
    expect(renders).toBe(4);
  });

  test('is adjacent to other parts and texts without markers between them', () => {
    const Page = pageOf();
    const part = (by: string) => (
      <Reused by={by}>
        <i>{by}</i>
      </Reused>
    );
    expect(
      renderPage(
        <Page>
          before{part('a')}
          {part('b')}after
        </Page>,
      ),
    ).toBe('before<i>a</i><i>b</i>after');
  });

  test('of a list is filled with texts that are escaped, in elements and attributes', () => {
    const Page = pageOf();
    const list = (items: readonly [string, string][]) => (
      <Page>
        <ReusedEach
          name="p"
          items={items}
          part={([kind, text]) => ({ shape: kind, texts: { text, twice: text + text } })}
        >
          {(kind, { text, twice }) => (
            <p title={text} className={kind}>
              {twice}
            </p>
          )}
        </ReusedEach>
      </Page>
    );
    expect(
      renderPage(
        list([
          ['a', '1'],
          ['b', '"><script>'],
          ['a', '2'],
        ]),
      ),
    ).toBe(
      '<p title="1" class="a">11</p>' +
        '<p title="&quot;&gt;&lt;script&gt;" class="b">&quot;&gt;&lt;script&gt;&quot;&gt;&lt;script&gt;</p>' +
        '<p title="2" class="a">22</p>',
    );
  });

  test('of a list is rendered once for each shape, which includes the present texts', () => {
    const Page = pageOf();
    let renders = 0;
    const items: { title: string; pay?: string; tags?: string[] }[] = [
      { title: 'Cook', pay: '$1' },
      { title: 'Nurse' },
      { title: 'Driver', pay: '$2' },
      { title: 'Clerk', tags: ['<a>', 'b'] },
      { title: 'Guard', tags: ['c', 'd'] },
    ];
    const content = (
      <Page>
        <ReusedEach
          name="job"
          items={items}
          part={({ title, pay, tags = [] }) => ({ shape: null, texts: { title, pay, tags } })}
        >
          {(_, { title, pay, tags }) => {
            renders += 1;
            return (
              <li>
                {title}
                {pay && <b>{pay}</b>}
                {tags.map((tag) => (
                  <i key={tag}>{tag}</i>
                ))}
              </li>
            );
          }}
        </ReusedEach>
      </Page>
    );
    expect(renderPage(content)).toBe(
      '<li>Cook<b>$1</b></li><li>Nurse</li><li>Driver<b>$2</b></li>' +
        '<li>Clerk<i>&lt;a&gt;</i><i>b</i></li><li>Guard<i>c</i><i>d</i></li>',
    );
    expect(renders).toBe(3);
  });

  test('of a list is rendered once, whatever parts of a text are marked', () => {
    const Page = pageOf();
    let renders = 0;
    const items: MarkedText['parts'][] = [
      [{ text: 'Cook', marked: false }],
      [
        { text: '<Night> ', marked: false },
        { text: 'nurse & carer', marked: true },
      ],
    ];
    const list = (
      <Page>
        <ReusedEach name="marked" items={items} part={(parts) => ({ shape: null, texts: { title: { parts } } })}>
          {(_, { title }) => {
            renders += 1;
            return (
              <p>
                <MarkedParts {...title} />
              </p>
            );
          }}
        </ReusedEach>
      </Page>
    );
    const html = '<p>Cook</p><p>&lt;Night&gt; <mark>nurse &amp; carer</mark></p>';
    expect(renderPage(list)).toBe(html);
    expect(renders).toBe(1);
    expect(renderToString(list)).toBe(html);
  });

  test('does not confuse a visitor’s text with its own placeholders', () => {
    const Page = pageOf();
    const hostile = '\x01abc0; \x010; \x02abc0; <!-- -->';
    const html = renderPage(
      <Page>
        <p>{hostile}</p>
        <Reused by="x">
          <b>{hostile}</b>
        </Reused>
      </Page>,
    );
    const shown = hostile.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(html).toBe(`<p>${shown}</p><b>${shown}</b>`);
  });

  test('in a streamed page is rendered in place', () => {
    const Page = pageOf();
    const html = renderToString(
      <Page>
        <Reused by="x">
          <b>x</b>
        </Reused>
        <ReusedEach name="i" items={['1', '2']} part={(text) => ({ shape: null, texts: { text } })}>
          {(_, { text }) => <i>{text}</i>}
        </ReusedEach>
      </Page>,
    );
    expect(html).toBe('<b>x</b><i>1</i><i>2</i>');
  });
});
