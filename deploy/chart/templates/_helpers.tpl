{{- define "kobogate.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "kobogate.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "kobogate.pod" -}}
automountServiceAccountToken: false
serviceAccountName: {{ .root.Release.Name }}-kobogate
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
# It stops taking requests after DRAIN_SECONDS, and ends its work within 22 s after that.
terminationGracePeriodSeconds: 45
enableServiceLinks: false
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "kobogate.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .name }}
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: {{ .name }}
    image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: [ALL]
    env:
      - name: ROLES
        value: {{ .name }}
    envFrom:
      - configMapRef:
          name: {{ .root.Release.Name }}-kobogate
      - secretRef:
          name: {{ .root.Values.existingSecret }}
    ports:
      {{- if eq .name "api" }}
      - name: http
        containerPort: 3000
      {{- end }}
      - name: metrics
        containerPort: 9464
    # It lives from its first moment; how long it then takes to be ready, after a restore above all, ends no pod.
    startupProbe:
      httpGet: { path: /live, port: metrics }
      periodSeconds: 2
      failureThreshold: 150
    readinessProbe:
      httpGet: { path: /ready, port: metrics }
      periodSeconds: 1
      timeoutSeconds: 3
      failureThreshold: 2
    livenessProbe:
      httpGet: { path: /live, port: metrics }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    resources:
      {{- toYaml .role.resources | nindent 6 }}
    volumeMounts:
      - name: tmp
        mountPath: /tmp
      - name: data
        mountPath: /data
      {{- if or .root.Values.files.configMap .root.Values.files.secret .root.Values.files.claim }}
      - name: files
        mountPath: /etc/kobogate
        readOnly: true
      {{- end }}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: 64Mi }
  {{- if eq .name "api" }}
  - name: data
    emptyDir: { sizeLimit: 1Mi }
  {{- end }}
  {{- if .root.Values.files.configMap }}
  - name: files
    configMap:
      name: {{ .root.Values.files.configMap }}
  {{- else if .root.Values.files.secret }}
  - name: files
    secret:
      secretName: {{ .root.Values.files.secret }}
  {{- else if .root.Values.files.claim }}
  - name: files
    persistentVolumeClaim:
      claimName: {{ .root.Values.files.claim }}
      readOnly: true
  {{- end }}
{{- end }}

{{- define "kobogate.claim" -}}
volumeClaimTemplates:
  - metadata:
      name: data
    spec:
      accessModes: [ReadWriteOnce]
      {{- with .storageClass }}
      storageClassName: {{ . }}
      {{- end }}
      resources:
        requests:
          storage: {{ .storage }}
{{- end }}
