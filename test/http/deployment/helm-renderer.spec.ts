import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderChart, removeRenderer } from '../../support/helm/render-chart.js';

/** What https://helm.sh/docs says about each function and object; the cases also pass with the Helm program in HELM_PATH. */
const CASES = [
  ['include', `{{ include "sample.words" (dict "of" .Values) | upper }}`, 'TWO WORDS'],
  ['tpl', `{{ tpl "{{ .Values.text }} of {{ .Release.Name }}" . }}`, 'two words of jobs'],
  ['tpl with a definition', `{{ tpl "{{ include \\"sample.words\\" (dict \\"of\\" .Values) }}" . }}`, 'two words'],
  ['toYaml', `{{ toYaml .Values.map | replace "\\n" ";" }}`, 'a: 1;b:;- x;- "on"'],
  ['fromYaml', `{{ (fromYaml "a: {b: c}").a.b }}`, 'c'],
  ['toJson', `{{ toJson .Values.map }}`, '{"a":1,"b":["x","on"]}'],
  ['required', `{{ required "is missing" .Values.text }}`, 'two words'],
  ['a value that is not there', `<{{ .Values.nothing }}{{ .Values.map.nothing }}>`, '<>'],
  ['a large number', `{{ .Values.large }} {{ int64 .Values.large }}`, '1e+06 1000000'],
  ['.Release', `{{ .Release.Namespace }} {{ .Release.Service }} {{ .Release.IsInstall }}`, 'production Helm true'],
  ['.Chart', `{{ .Chart.Name }} {{ .Chart.AppVersion }} {{ .Chart.Version }}`, 'sample 7 1.2.3'],
  ['.Capabilities', `{{ .Capabilities.APIVersions.Has "apps/v1" }} {{ .Capabilities.KubeVersion.Major }}`, 'true 1'],
  ['.Template', `{{ .Template.Name }} {{ .Template.BasePath }}`, 'sample/templates/object.yaml sample/templates'],
  ['.Files.Get', `{{ (.Files.Get "files/numbers.yaml" | fromYaml).one }}`, '1'],
  ['.Files.Get of a link', `{{ .Files.Get "files/link.yaml" | trim }}`, 'two: 2'],
  ['.Files.Get of what is no file', `<{{ .Files.Get "files/none" }}{{ .Files.Get "values.yaml" }}>`, '<>'],
  ['lookup', `{{ lookup "v1" "Secret" "" "" | len }}`, '0'],
] as const;

const FAILURES = [
  ['required', `{{ required "a name is needed" .Values.nothing }}`, 'a name is needed'],
  ['required with an empty text', `{{ required "a name is needed" .Values.empty }}`, 'a name is needed'],
  ['fail', `{{ fail "not so" }}`, 'not so'],
  ['a template that includes itself', `{{ include "sample.endless" . }}`, 'sample.endless'],
  ['a function that Helm has removed', `{{ env "HOME" }}`, 'env'],
  ['a template that cannot be read', `{{ if }}`, 'missing value for if'],
] as const;

describe('the renderer of Helm charts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeboard-chart-'));
  const chart = join(folder, 'sample');
  for (const each of ['templates', 'files']) mkdirSync(join(chart, each), { recursive: true });
  const files = {
    'Chart.yaml': 'apiVersion: v2\nname: sample\nversion: 1.2.3\nappVersion: "7"\n',
    'values.yaml': 'text: one word\nlarge: 1000000\nempty: ""\nmap: { a: 1, b: [x, "on"], gone: here }\n',
    'values.schema.json': '{}',
    'files/numbers.yaml': '# {{ no template }}\none: 1\n',
    '../numbers.yaml': 'two: 2\n',
    'templates/_words.tpl':
      '{{ define "sample.words" }}{{ .of.text }}{{ end }}{{ define "sample.endless" }}{{ include "sample.endless" . }}{{ end }}',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(chart, name), text);
  symlinkSync('../../numbers.yaml', join(chart, 'files/link.yaml'));
  const render = (template: string) => {
    const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n  text: >-\n    ';
    writeFileSync(join(chart, 'templates', 'object.yaml'), `${head}${template}\n`);
    return renderChart(chart, { text: 'two words', map: { gone: null } })[0]!.data!.text;
  };
  afterAll(() => {
    removeRenderer();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(CASES)('[OPS-02] does with %s what Helm documents', (_name, template, result) => {
    expect(render(template)).toBe(result);
  });

  it.each(FAILURES)('[OPS-02] fails because of %s', (_name, template, message) => {
    expect(() => render(template)).toThrow(message);
  });
});
