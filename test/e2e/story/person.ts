import { type Browser, type BrowserContext, expect as impatient, type Page, test } from '@playwright/test';
import type { ReceivedMail } from '../../support/servers/smtp-server.js';
import type { SiteName, StoryWorld } from '../../support/worlds/story-world.js';
import { waitFor } from '../../support/wait-for.js';

/** One run of the story: where, in which language, and with which browsers. */
export interface Story {
  world: StoryWorld;
  browser: Browser;
  site: SiteName;
  /** What addresses of the site begin with: `/de`. */
  home: string;
  /** Of the pages. */
  lang: string;
  /** Where the job is. */
  country: string;
  town: string;
  scripts: boolean;
  viewport: { width: number; height: number };
  /** In names and titles, so that nobody else has the same. */
  stamp: string;
  /** Of the job. */
  title: string;
}

/** On a machine where other tests run. */
const PATIENCE_MS = 30_000;
export const expect = impatient.configure({ timeout: PATIENCE_MS });
const MESSAGE_KEY =
  /\b(account|applications|contacts|dashboard|defined-form|job|job-wizard|organization-form|search)\.[a-z]\w+/;

/** Somebody in the story: a browser of their own, and an address at which mails arrive. */
export class Person {
  private constructor(
    readonly story: Story,
    readonly firstName: string,
    readonly lastName: string,
    readonly email: string,
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly errors: string[],
  ) {}

  static async enter(story: Story, firstName: string, lastName: string, email?: string): Promise<Person> {
    const { browser, viewport, scripts, lang, stamp } = story;
    const context = await browser.newContext({ viewport, javaScriptEnabled: scripts, locale: lang });
    context.setDefaultTimeout(PATIENCE_MS);
    context.setDefaultNavigationTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    const own = email ?? `${firstName}-${stamp}@people.test`.toLowerCase();
    return new Person(story, firstName, lastName, own, page, context, errors);
  }

  get name(): string {
    return `${this.firstName} ${this.lastName}`;
  }

  /** Does a step of the story, and looks at the page that it ends on: in one language, and no wider than the screen. */
  async does(what: string, step: () => Promise<void>): Promise<void> {
    await test.step(what, async () => {
      await step();
      await this.looks(what);
    });
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(this.story.world.at(this.story.site, this.story.home + path));
  }

  /** Waits for the page that a form or a link leads to; with scripts, a notice does not stay in its address. */
  async arrives(address: string | RegExp): Promise<void> {
    await this.page.waitForURL(address, { waitUntil: 'domcontentloaded' });
  }

  /** The newest mail to them about something, once it is there. @param about in its subject or text */
  async mailAbout(about: string): Promise<ReceivedMail> {
    const found = () =>
      this.story.world.smtp
        .mailsTo(this.email)
        .findLast(({ subject = '', text = '' }) => `${subject}\n${text}`.includes(about));
    await waitFor(`a mail to ${this.email} about ${about}`, () => found() !== undefined, 30_000);
    return found()!;
  }

  /** Follows the link of a mail that leads to a page. */
  async followLink(mail: ReceivedMail, to: RegExp): Promise<void> {
    const links = mail.links.filter((each) => to.test(each));
    expect(links, mail.text).toHaveLength(1);
    await this.page.goto(links[0]!);
  }

  async leave(): Promise<void> {
    expect(this.errors).toEqual([]);
    await this.context.close();
  }

  private async looks(what: string): Promise<void> {
    const { page, story } = this;
    const seen = {
      what,
      lang: await page.locator('html').getAttribute('lang'),
      overflow: await page.locator('html').evaluate((html) => Math.max(html.scrollWidth - html.clientWidth, 0)),
      untranslated: MESSAGE_KEY.exec(await page.locator('body').innerText())?.[0],
    };
    expect(seen).toEqual({ what, lang: story.lang, overflow: 0, untranslated: undefined });
  }
}
