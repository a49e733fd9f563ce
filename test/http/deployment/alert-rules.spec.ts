import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { settingsSchema } from '../../../src/settings-schema.js';
import { startProduct } from '../../support/products.mjs';
import { freePort } from '../../support/servers/free-port.js';
import { Scrape } from '../../support/telemetry/prometheus-text.js';
import { checkAlerts, checkQueries, PROMTOOL } from '../../support/telemetry/promtool.js';

const RULES = 'deploy/prometheus/alerts.yaml';
const DASHBOARD = 'deploy/grafana/causeboard.json';
const METRIC = /\b(?:causeboard|nodejs|process)_\w+/g;

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

/** What a web process that works shows. */
const SERVES = 'causeboard_page_cache_pages{job="causeboard",instance="web:9464"}';

const rules = readFileSync(RULES, 'utf8');
const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as Dashboard;
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

describe('alert rules and dashboard', () => {
  it('[OPS-03] are valid for Prometheus', () => {
    expect(execFileSync(PROMTOOL, ['check', 'rules', RULES], { encoding: 'utf8' })).toMatch(/SUCCESS: 14 rules/);
    expect(expressions.length).toBeGreaterThan(10);
    checkQueries(expressions.map((expression) => expression.replaceAll('$__rate_interval', '5m')));
    expect(() => checkQueries(['sum(rate(causeboard_x[5m])'])).toThrow();
  });

  it('[OPS-03] report failing requests of visitors, however many health checks succeed, and not health checks alone', () => {
    const requests = (route: string, status: number) =>
      `causeboard_http_requests_total{route="${route}",status="${status}"}`;
    // By minute: 360 health checks and 60 requests of visitors, 12 % of which fail from the 20th minute on.
    const series = {
      [SERVES]: '1x60',
      [requests('/health/ready', 200)]: '0+360x60',
      [requests('/jobs', 200)]: '0+60x20 1200+53x40',
      [requests('/jobs', 500)]: '0x20 0+7x40',
    };
    checkAlerts(RULES, series, { 19: [], 45: ['CauseboardServerErrors'] });
    const away = {
      [SERVES]: '1x60',
      [requests('/health/ready', 503)]: '0+360x60',
      [requests('/jobs', 200)]: '0+60x60',
    };
    checkAlerts(RULES, away, { 45: [] });
  });

  it('[OPS-03] report that the file store fails and that files wait, and nothing while both are well', () => {
    const requests = (outcome: string) => `causeboard_file_store_requests_total{operation="get",outcome="${outcome}"}`;
    const waits = 'causeboard_queue_overdue_seconds{kind="file"}';
    // Three requests per minute, one of which fails; from the 30th minute on, two of three fail.
    const failing = { [requests('ok')]: '0+2x30 61+1x30', [requests('unreachable')]: '0+1x30 32+2x30' };
    const series = { ...failing, [waits]: '0x30 900+60x30', [SERVES]: '1x60' };
    const firing = {
      25: [],
      42: ['CauseboardFileStoreFails'],
      50: ['CauseboardFileStoreFails', 'CauseboardFilesWaiting'],
    };
    checkAlerts(RULES, series, firing);
    expect(() => checkAlerts(RULES, series, { 50: ['CauseboardFileStoreFails'] })).toThrow('FAILED');
  });

  it('[OPS-03] report that most tasks of a kind fail, not that one of many does', () => {
    const tasks = (kind: string, outcome: string) =>
      `causeboard_background_tasks_total{kind="${kind}",task="send",outcome="${outcome}"}`;
    // Half an hour without failures; in the next one, every digest fails and one of ten emails is given up.
    const series = {
      [SERVES]: '1x60',
      [tasks('digest', 'ok')]: '0+1x30 30x30',
      [tasks('digest', 'failed')]: '0x30 0+1x30',
      [tasks('mail', 'ok')]: '0+10x60',
      [tasks('mail', 'given_up')]: '0x30 0+1x30',
      [tasks('mail', 'put_off')]: '0+20x60',
    };
    checkAlerts(RULES, series, { 29: [], 58: ['CauseboardTasksFail'] });
  });

  it('[OPS-03] report that no web process is there any more, even if nothing is left to be asked', () => {
    const up = (instance: string) => `up{job="causeboard",instance="${instance}"}`;
    const worker = { [up('worker:9464')]: '1x30' };
    const expected = { 9: [], 11: [], 14: ['CauseboardNobodyServes'], 30: ['CauseboardNobodyServes'] };
    // Prometheus marks the series of processes that it no longer finds as stale.
    const gone = { [up('web:9464')]: '1x10 stale', [SERVES]: '1x10 stale' };
    checkAlerts(RULES, { ...worker, ...gone }, expected);
    checkAlerts(RULES, { ...gone, [up('worker:9464')]: '1x10 stale' }, expected);
    // One of two web processes is enough.
    checkAlerts(RULES, { ...worker, ...gone, [SERVES.replace('web', 'other')]: '1x30' }, { 30: [] });
    // All processes are found, and none answers.
    const down = { [up('web:9464')]: '1x10 0x20', [SERVES]: '1x10 stale' };
    checkAlerts(RULES, down, { 14: ['CauseboardNobodyServes', 'CauseboardProcessDown'] });
  });

  it('[OPS-03] report work that is late, which a reminder is only after two hours: reminders are sent hourly', () => {
    const overdue = (kind: string) => `causeboard_queue_overdue_seconds{job="causeboard",kind="${kind}"}`;
    // Each hour, the oldest reminder waits for up to 3540 seconds.
    const hour = '0+60x59';
    const usual = { [SERVES]: '1x240', [overdue('reminder')]: `${hour} ${hour} ${hour}`, [overdue('mail')]: '0x240' };
    checkAlerts(RULES, usual, { 59: [], 119: [], 179: [] });
    const late = { ...usual, [overdue('reminder')]: '0+60x240' };
    checkAlerts(RULES, late, { 119: [], 130: ['CauseboardWorkOverdue'] });
    checkAlerts(RULES, { ...usual, [overdue('mail')]: '0+60x60' }, { 15: [], 22: ['CauseboardWorkOverdue'] });
  });

  it('[OPS-03] ignore processes of other jobs', () => {
    const lag = (job: string) => `nodejs_eventloop_lag_p99_seconds{job="${job}",instance="other"}`;
    checkAlerts(RULES, { [SERVES]: '1x30', [lag('website')]: '2x30' }, { 20: [] });
    checkAlerts(RULES, { [SERVES]: '1x30', [lag('causeboard')]: '2x30' }, { 20: ['CauseboardEventLoopLag'] });
  });

  it('[OPS-03] name only metrics that exist', async () => {
    const port = await freePort();
    const product = await startProduct({ DATA_DIR: process.env.TEST_DATA_DIR!, METRICS_PORT: String(port) });
    try {
      await fetch(`${product.url}/jobs?search=alertrules`);
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      Scrape.read(text);
      const declared = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
      const named = [...new Set([rules, ...expressions].flatMap((each) => each.match(METRIC) ?? []))];
      expect(named.length).toBeGreaterThan(12);
      expect(
        named.filter((name) => !declared.has(name) && !declared.has(name.replace(/_(?:bucket|count|sum)$/, ''))),
      ).toEqual([]);
    } finally {
      await product.stop();
    }
  }, 120_000);

  it('[OPS-03] link each alert to its part of the runbook', () => {
    const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    expect(headings).toEqual(alerts);
    expect([...rules.matchAll(/runbook: docs\/runbook\.md#(\w+)/g)].map(([, anchor]) => anchor)).toEqual(
      alerts.map((name) => name!.toLowerCase()),
    );
  });

  describe('the runbook', () => {
    const runbook = readFileSync('docs/runbook.md', 'utf8');
    const matches = (pattern: RegExp) => [...runbook.matchAll(pattern)].map(([, found]) => found!);

    it('[OPS-03] names only commands that exist', () => {
      const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
      expect(matches(/npm run ([\w:]+)/g).filter((name) => !(name in scripts))).toEqual([]);
      const programs = matches(/node build\/server\/(\S+)\.js/g);
      expect(programs.filter((path) => !existsSync(`${path}.ts`))).toEqual([]);
      const commands = readFileSync('scripts/commands.mjs', 'utf8');
      for (const name of matches(/ causeboard ([a-z]+)`/g)) expect(commands).toMatch(new RegExp(`^  ${name}: `, 'm'));
      const { apps } = createRequire(import.meta.url)(resolve('ecosystem.config.cjs')) as { apps: { name: string }[] };
      const [{ name }] = apps as [{ name: string }];
      expect(new Set(matches(/pm2 (?:logs|reload|scale) (\w+)/g))).toEqual(new Set([name]));
      const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8')) as { services: object };
      const named = matches(/docker compose -f deploy\/compose\.yaml (?:logs --tail 200|exec|restart) ([\w ]+)/g);
      const words = named.flatMap((list) => list.replace('causeboard doctor', '').trim().split(' '));
      expect(words.length).toBeGreaterThan(2);
      expect(words.filter((word) => !(word in services))).toEqual([]);
    });

    it('[OPS-03] names only settings and panels that exist', () => {
      const settings = matches(/`([A-Z][A-Z_]{3,})`/g).filter((name) => name !== 'CAUSEBOARD_IMAGE');
      expect(settings.length).toBeGreaterThan(3);
      expect(settings.filter((name) => !(name in settingsSchema.shape))).toEqual([]);
      const panels = matches(/"([A-Z][^"`$]+)"/g).map((title) => title.replace(/\s+/g, ' '));
      expect(panels.length).toBeGreaterThan(3);
      expect(panels.filter((title) => !dashboard.panels.some((panel) => panel.title === title))).toEqual([]);
    });

    it('[OPS-03] says for each alert what to do: a command, a setting or a page', () => {
      for (const section of runbook.split(/^## /m).slice(1)) {
        const [alert] = section.split('\n');
        expect([alert, /`[^`]+`|\]\(/.test(section)]).toEqual([alert, true]);
      }
    });
  });
});
