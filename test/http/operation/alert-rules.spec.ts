import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { startProduct } from '../../support/products.mjs';
import { freePort } from '../../support/servers/free-port.js';
import { Scrape } from '../../support/servers/prometheus-text.js';
import { checkQueries, PROMTOOL } from '../../support/servers/promtool.js';

const RULES = 'deploy/prometheus/alerts.yaml';
const DASHBOARD = 'deploy/grafana/causeboard.json';
const METRIC = /\b(?:causeboard|nodejs|process)_\w+/g;

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const rules = readFileSync(RULES, 'utf8');
const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as Dashboard;
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

describe('alert rules and dashboard', () => {
  it('[OPS-03] are valid for Prometheus', () => {
    expect(execFileSync(PROMTOOL, ['check', 'rules', RULES], { encoding: 'utf8' })).toMatch(/SUCCESS: 10 rules/);
    expect(expressions.length).toBeGreaterThan(10);
    checkQueries(expressions.map((expression) => expression.replaceAll('$__rate_interval', '5m')));
    expect(() => checkQueries(['sum(rate(causeboard_x[5m])'])).toThrow();
  });

  it('[OPS-03] name metrics that there are', async () => {
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

  it('[OPS-03] lead each alert to its part of the runbook', () => {
    const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    expect(headings).toEqual(alerts);
    expect([...rules.matchAll(/runbook: docs\/runbook\.md#(\w+)/g)].map(([, anchor]) => anchor)).toEqual(
      alerts.map((name) => name!.toLowerCase()),
    );
  });
});
