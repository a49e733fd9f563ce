import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';
import * as cheerio from 'cheerio';
import { HtmlValidate } from 'html-validate';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { PRODUCTS, type SiteName, SiteUnderTest } from '../../support/data/site.js';

/** Every kind of page, given by its address or as the first matching link of another page, for a demo account or for everybody. */
const PAGES: [path: string, follow: string, account: '' | 'recruiter' | 'applicant'][] = [
  ['/', '', ''],
  ['/jobs', '', ''],
  ['/jobs?page=2', '', ''],
  ['/jobs?search=manager&why=1', '', ''],
  ['/jobs?search=zzyzxqwv', '', ''],
  ['/jobs', '[data-region="results"] h2 a[href*="/job/"]', ''],
  ['/organizations', '', ''],
  ['/organizations', '[data-region="results"] > ol h2 a', ''],
  ['/resumes', '', ''],
  ['/resumes', '', 'recruiter'],
  ['/resumes?search=zzyzxqwv', '', 'recruiter'],
  ['/resumes', '[data-region="results"] > ol h2 a', 'recruiter'],
  ['/resumes', '', 'applicant'],
  ['/resume', '', 'applicant'],
  ['/resume/edit', '', 'applicant'],
  ['/resume/edit?step=job_preferences', '', 'applicant'],
  ['/resume/edit?step=work_experience', '', 'applicant'],
  ['/resume/wizard', '', 'applicant'],
  ['/resume/wizard/personal-info', '', 'applicant'],
  ['/blog', '', ''],
  ['/blog', 'main h2 a[href*="/blog/"]', ''],
  ['/contact', '', ''],
  ['/products', '', ''],
  ['/my-products', '', 'recruiter'],
  ['/privacy-policy', '', ''],
  ['/careers/fundraising', '', ''],
  ['/dashboard', '', 'applicant'],
  ['/user/error?error=AccessDenied', '', ''],
  ['/user/login', '', ''],
  ['/user/register/applicant', '', ''],
  ['/user/reset-password', '', ''],
  ['/nowhere', '', ''],
  ['/jobs?page=nothing', '', ''],
];

const SITES: [SiteName, string][] = [
  ['default', ''],
  ['charity-ca', ''],
  ['uk', ''],
  ['europe', '/de'],
];

const html = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // React writes boolean attributes in one of several valid ways.
    'attribute-boolean-style': 'off',
    'void-style': 'off',
    'doctype-style': 'off',
    // Lists may have accessible names.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Titles contain the search text, which may be long.
    'long-title': 'off',
  },
});

// One backend is enough, because the pages are the same.
const [, url] = PRODUCTS[0]!;

describe.each(SITES)('markup of %s', (name, home) => {
  const site = new SiteUnderTest(url, name);

  const visitors = new Map<string, Promise<FormVisitor>>();

  function visitor(account = ''): Promise<FormVisitor> {
    const known = visitors.get(account);
    if (known) return known;
    const made = account ? FormVisitor.loggedIn(site, account, home) : Promise.resolve(new FormVisitor(site));
    visitors.set(account, made);
    return made;
  }

  /** HTML of a page as sent to a browser. */
  async function source(path: string, follow = '', account?: string): Promise<string> {
    const browser = await visitor(account);
    let answer = await browser.get(home + path);
    // The name of the page is translated, so its address redirects.
    if (answer.status === 301) answer = await browser.get(answer.headers.location!);
    if (!follow) return answer.text;
    const href = cheerio.load(answer.text)(follow).first().attr('href');
    expect({ path, follow, href }).toEqual({ path, follow, href: expect.any(String) as string });
    return (await browser.get(href!)).text;
  }

  it.each(PAGES)('[PAGE-09] HTML of %s is valid %s %s', async (path, follow, account) => {
    const { results } = await html.validateString(await source(path, follow, account));
    const messages = results.flatMap((result) =>
      result.messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
    );
    expect([...new Set(messages)]).toEqual([]);
  });

  it.each(PAGES)(
    '[ROUTE-16] structured data of %s meets the requirements of search engines %s %s',
    async (path, follow, account) => {
      const page = await source(path, follow, account);
      const data = new WebAutoExtractor({ addLocation: true }).parse(page);
      const issues = await new Validator().validate(data);
      const errors = issues.filter(({ severity }) => severity === 'ERROR');
      expect(
        errors.map(({ issueMessage, path: at }) => `${at.map(({ type }) => type).join(' › ')}: ${issueMessage}`),
      ).toEqual([]);
    },
  );

  it('[ROUTE-16] each page with structured data has the right kind', async () => {
    const kinds = async (path: string, follow = '') =>
      Object.keys(new WebAutoExtractor({}).parse(await source(path, follow)).jsonld);
    expect(await kinds('/')).toContain('WebSite');
    expect(await kinds('/jobs')).toEqual(expect.arrayContaining(['ItemList', 'BreadcrumbList']));
    expect(await kinds('/jobs', '[data-region="results"] h2 a[href*="/job/"]')).toContain('JobPosting');
    expect(await kinds('/organizations')).toContain('ItemList');
    expect(await kinds('/organizations', '[data-region="results"] > ol h2 a')).toContain('Organization');
    expect(await kinds('/blog', 'main h2 a[href*="/blog/"]')).toEqual(
      expect.arrayContaining(['NewsArticle', 'BreadcrumbList']),
    );
  });
});

it('[VALID-03] no form leaves error messages to the browser, which has its own words and style', async () => {
  const site = new SiteUnderTest(url);
  // Scripts check these forms before submission, with the messages of the page.
  const isChecked = '[novalidate], [data-form], [data-checks], [data-consent-form]';
  for (const [account, paths] of [
    ['', ['/job-alert?search=cook', '/contact', '/user/login', '/user/register/recruiter']],
    ['recruiter', ['/job-manager', '/user/organization/members']],
    ['editor', ['/admin/review-reasons', '/admin/all-jobs']],
  ] as const) {
    const visitor = account ? await FormVisitor.loggedIn(site, account) : new FormVisitor(site);
    const pages: string[] = [...paths];
    if (account === 'recruiter') {
      const list = (await visitor.page('/applications'))('main ul a[href*="/applications/"]').first().attr('href')!;
      const one = (await visitor.page(list))(`main ul a[href^="${list}/"]`).first().attr('href')!;
      pages.push(list, one, `${one.split('?')[0]!}/interview`);
      pages.push((await visitor.page(one))('main a[href*="templates"]').first().attr('href')!);
    }
    for (const path of pages) {
      const $ = await visitor.page(path);
      const left = $('form[method="post"]:has([required])')
        .not(isChecked)
        .map((_index, form) => $.html($(form)).slice(0, 200));
      expect([path, left.get()]).toEqual([path, []]);
    }
  }
});
