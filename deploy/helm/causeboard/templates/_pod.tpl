{{- /* Of { root, role, values, readinessPath }: the pod of a Deployment. */}}
{{- define "causeboard.pod" -}}
{{- $root := .root -}}
metadata:
  annotations:
    # Settings are read at the start: pods are replaced when they change.
    checksum/settings: {{ include "causeboard.configuration" $root | sha256sum }}
    {{- with $root.Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  labels:
    {{- include "causeboard.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
    {{- with $root.Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "causeboard.serviceAccountName" $root }}
  terminationGracePeriodSeconds: {{ include "causeboard.gracePeriodSeconds" $root }}
  {{- include "causeboard.placement" $root | nindent 2 }}
  topologySpreadConstraints:
    {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "causeboard.selectorLabels" $ | nindent 10 }}
      matchLabelKeys: [pod-template-hash]
    {{- end }}
  containers:
    - name: {{ .role }}
      image: {{ include "causeboard.image" $root | quote }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      securityContext:
        {{- include "causeboard.containerSecurityContext" $root | nindent 8 }}
      env:
        - name: ROLES
          value: {{ .role }}
        {{- include "causeboard.certificatesVariable" $root | nindent 8 }}
        {{- range $setting, $key := $root.Values.secrets.keys }}
        - name: {{ $setting }}
          valueFrom:
            secretKeyRef:
              name: {{ include "causeboard.secretName" $root | quote }}
              key: {{ $key | quote }}
        {{- end }}
      envFrom:
        - configMapRef:
            name: {{ include "causeboard.fullname" $root }}
      ports:
        - name: http
          containerPort: 3000
        {{- if $root.Values.metrics.enabled }}
        - name: metrics
          containerPort: {{ $root.Values.metrics.port }}
        {{- end }}
      # The first process of a release may build the search index anew, and applies the migrations if no Job does.
      startupProbe:
        httpGet: { path: /health/ready, port: http }
        periodSeconds: 2
        timeoutSeconds: 3
        failureThreshold: {{ div (int64 $root.Values.startupSeconds) 2 }}
      readinessProbe:
        httpGet: { path: {{ .readinessPath }}, port: http }
        periodSeconds: 5
        timeoutSeconds: 3
        failureThreshold: 2
      # Never /health/ready: a restart does not bring the database back, and loses the page cache.
      livenessProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      volumeMounts:
        - name: data
          mountPath: /data
        - name: tmp
          mountPath: /tmp
        {{- include "causeboard.certificatesMount" $root | nindent 8 }}
  volumes:
    - name: data
      emptyDir:
        sizeLimit: {{ .values.dataSizeLimit }}
    - name: tmp
      emptyDir: {}
    {{- include "causeboard.certificatesVolume" $root | nindent 4 }}
{{- end }}

{{- define "causeboard.configuration" -}}
PORT: '3000'
DATA_DIR: /data
{{- if .Values.metrics.enabled }}
METRICS_PORT: {{ .Values.metrics.port | quote }}
METRICS_HOST: 0.0.0.0
{{- end }}
{{- range $setting, $value := .Values.settings }}
{{ $setting }}: {{ $value | quote }}
{{- end }}
{{- end }}
