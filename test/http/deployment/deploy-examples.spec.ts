import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// The programs are named as in servers/haproxy.js and servers/nginx.js, so that these tests are skipped if one is missing.
const HAPROXY = process.env.HAPROXY_PATH ?? 'haproxy';
const NGINX = process.env.NGINX_PATH ?? 'nginx';

describe('examples of proxies', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeboard-deploy-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const check = {
    'deploy/haproxy/haproxy.cfg': (file: string) => spawnSync(HAPROXY, ['-c', '-f', file]).status,
    'deploy/compose/haproxy.cfg': (file: string) =>
      spawnSync(HAPROXY, ['-c', '-f', file], { env: { ...process.env, WEB_NAME: 'web' } }).status,
    'deploy/nginx/nginx.conf': (file: string) => spawnSync(NGINX, ['-t', '-q', '-c', resolve(file)]).status,
  };

  it.each(Object.entries(check))(
    '[OPS-01] %s is valid for its program, and is not valid with an unknown word',
    (file, run) => {
      expect(run(file)).toBe(0);
      const wrong = join(folder, 'wrong');
      writeFileSync(wrong, readFileSync(file, 'utf8').replace(/timeout connect|proxy_connect_timeout/, 'no_such_word'));
      expect(run(wrong)).not.toBe(0);
    },
  );

  it('[OPS-01] the proxy of Docker Compose differs only in the addresses of the processes', () => {
    const rules = (file: string) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !/^\s*(?:#|server)/.test(line));
    const [single, compose] = ['deploy/haproxy/haproxy.cfg', 'deploy/compose/haproxy.cfg'].map(rules);
    const resolvers = compose!.indexOf('resolvers docker');
    expect([...compose!.slice(0, resolvers), ...compose!.slice(resolvers + 7)]).toEqual(single);
  });
});
