{{- define "causeboard.fullname" -}}
{{- $name := .Values.fullnameOverride | default (ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) (contains .Chart.Name .Release.Name)) -}}
{{- $name | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{- define "causeboard.serviceAccountName" -}}
{{- .Values.serviceAccount.name | default (ternary (include "causeboard.fullname" .) "default" .Values.serviceAccount.create) -}}
{{- end }}

{{- define "causeboard.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- /* A label holds no digest. */}}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | splitList "@" | first | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- /* Those that all pods of a release have. */}}
{{- define "causeboard.releaseLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- /* Of { root, role }; they may never change, because selectors of Deployments cannot. */}}
{{- define "causeboard.selectorLabels" -}}
{{ include "causeboard.releaseLabels" .root }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "causeboard.image" -}}
{{ required "image.repository: where the image was pushed to" .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "causeboard.secretName" -}}
{{- if .Values.secrets.external.enabled -}}
{{ include "causeboard.fullname" . }}
{{- else -}}
{{ required "secrets.existingSecret: a Secret with the keys of secrets.keys, or enable secrets.external" .Values.secrets.existingSecret }}
{{- end -}}
{{- end }}

{{- /* Before the first installation the Secret of the pods is not there yet, so that the migrations have one of their own. */}}
{{- define "causeboard.migrationSecretName" -}}
{{- if .Values.secrets.external.enabled -}}
{{ include "causeboard.fullname" . }}-migrate
{{- else -}}
{{ include "causeboard.secretName" . }}
{{- end -}}
{{- end }}

{{- define "causeboard.migrationDatabaseUrlKey" -}}
{{- .Values.secrets.migrationDatabaseUrlKey | default .Values.secrets.keys.DATABASE_URL -}}
{{- end }}

{{- /* Of { root, keys }: what an ExternalSecret says beside its target. */}}
{{- define "causeboard.externalSecretSource" -}}
{{- $external := .root.Values.secrets.external -}}
refreshInterval: {{ $external.refreshInterval }}
secretStoreRef:
  name: {{ required "secrets.external.storeName: the store that is read from" $external.storeName }}
  kind: {{ $external.storeKind }}
data:
  {{- range $key := uniq .keys | sortAlpha }}
  - secretKey: {{ $key | quote }}
    remoteRef:
      {{- with index $external.remoteRefs $key }}
      {{- toYaml . | nindent 6 }}
      {{- else }}
      key: {{ required "secrets.external.remoteKey: the entry of the store" $external.remoteKey | quote }}
      property: {{ $key | quote }}
      {{- end }}
  {{- end }}
{{- end }}

{{- /* Both times together, rounded up, and twenty seconds more: a process that is stuck ends itself after fifteen of them. */}}
{{- define "causeboard.gracePeriodSeconds" -}}
{{- $milliseconds := add (atoi .Values.settings.SHUTDOWN_DELAY_MS) (atoi .Values.settings.SHUTDOWN_TIMEOUT_MS) -}}
{{- add (div (add $milliseconds 999) 1000) 20 -}}
{{- end }}

{{- define "causeboard.podSecurityContext" -}}
runAsNonRoot: true
# The user `node` of the image, by number, so that the cluster can see that it is not root.
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "causeboard.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- /* What all pods have, that of the migrations included. */}}
{{- define "causeboard.placement" -}}
automountServiceAccountToken: false
# They would name each Service of the namespace in the environment: one called `metrics` would set METRICS_PORT.
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
securityContext:
  {{- include "causeboard.podSecurityContext" . | nindent 2 }}
{{- end }}

{{- /* Of { to: { to, ports }, protocols }: a rule of a NetworkPolicy. Without addresses, these ports of every address. */}}
{{- define "causeboard.egressRule" -}}
- ports:
    {{- range $protocol := .protocols | default (list "TCP") }}
    {{- range $.to.ports }}
    - { port: {{ . }}, protocol: {{ $protocol }} }
    {{- end }}
    {{- end }}
  {{- with .to.to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{- /* The next three: certificates of authorities that Node trusts in addition to the public ones. */}}
{{- define "causeboard.certificatesVariable" -}}
{{- if .Values.extraCertificates.configMap }}
- name: NODE_EXTRA_CA_CERTS
  value: {{ printf "/certificates/%s" .Values.extraCertificates.key | quote }}
{{- end }}
{{- end }}

{{- define "causeboard.certificatesMount" -}}
{{- if .Values.extraCertificates.configMap }}
- name: certificates
  mountPath: /certificates
  readOnly: true
{{- end }}
{{- end }}

{{- define "causeboard.certificatesVolume" -}}
{{- with .Values.extraCertificates.configMap }}
- name: certificates
  configMap:
    name: {{ . | quote }}
{{- end }}
{{- end }}
