{{/*
Renders one service: its ConfigMap, its Deployment or StatefulSet, its disruption budget and its PodMonitor.
Argument: a dict with root, service (its name), values (of the service), config (settings that the chart computes), kind,
ports (list of name and port; a port below 1 is omitted), volumes, mounts and env (the chart's; the values can add
more), minReadySeconds (of a StatefulSet, optional).
*/}}
{{- define "pathproof.workload" -}}
{{- $root := .root }}
{{- $name := printf "%s-%s" (include "pathproof.name" $root) .service }}
{{- $retention := dict }}
{{- range $key, $value := $root.Values.kafka.retention }}
{{- $_ := set $retention (kebabcase $key) $value }}
{{- end }}
{{- $access := $root.Values.access }}
{{- $api := dict "anonymous-read" $access.anonymousRead "anonymous-metrics" (or $access.anonymousMetrics $root.Values.podMonitor.enabled) }}
{{- if $access.tokensSecret }}
{{- $_ := set $api "token-file" "/etc/pathproof-access/tokens.yaml" }}
{{- end }}
{{- if $access.oidc.issuer }}
{{- $_ := set $api "oidc" (dict "issuer" $access.oidc.issuer "audience" (required "access.oidc.audience is needed with an issuer" $access.oidc.audience) "role-claim" $access.oidc.roleClaim "role-prefix" $access.oidc.rolePrefix) }}
{{- end }}
{{- $settings := mergeOverwrite (dict "pathproof" (dict
      "api" $api
      "kafka" (dict "bootstrap-servers" $root.Values.kafka.bootstrapServers "replication-factor" $root.Values.kafka.replicationFactor "retention" $retention "properties" $root.Values.kafka.properties)))
      (.config | default dict) (.values.config | default dict) }}
{{- if and (ne .service "collector") (not $root.Values.redis.existingSecret) }}
{{- $_ := set $settings.pathproof "redis" (mergeOverwrite (dict "uri" $root.Values.redis.uri) ($settings.pathproof.redis | default dict)) }}
{{- end }}
{{- $http := include "pathproof.port" (dict "config" $settings "key" "server.port" "default" 8080) | int }}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ $name }}
  labels:
    {{- include "pathproof.labels" . | nindent 4 }}
data:
  {{ .service }}.yaml: |
    {{- toYaml $settings | nindent 4 }}
---
apiVersion: apps/v1
kind: {{ .kind }}
metadata:
  name: {{ $name }}
  labels:
    {{- include "pathproof.labels" . | nindent 4 }}
spec:
  replicas: {{ .values.replicas }}
  {{- if eq .kind "StatefulSet" }}
  serviceName: {{ $name }}
  podManagementPolicy: Parallel
  {{- with .minReadySeconds }}
  minReadySeconds: {{ . }}
  {{- end }}
  {{- else }}
  strategy:
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  {{- end }}
  selector:
    matchLabels:
      {{- include "pathproof.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "pathproof.labels" . | nindent 8 }}
      annotations:
        checksum/config: {{ toYaml $settings | sha256sum }}
        {{- with $root.Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "pathproof.serviceAccount" $root }}
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: 60
      {{- with $root.Values.image.pullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 65532
        runAsGroup: 65532
        fsGroup: 65532
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: {{ .service }}
          image: {{ printf "%s/pathproof-%s:%s" $root.Values.image.registry .service ($root.Values.image.tag | default $root.Chart.AppVersion) }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          env:
            - name: SPRING_CONFIG_ADDITIONALLOCATION
              value: /etc/pathproof/
            - name: SERVER_ADDRESS
              value: "0.0.0.0"
            - name: SERVER_PORT
              value: {{ $http | quote }}
            {{- with .env }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
            {{- with .values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          {{- if or .values.extraEnvFrom $root.Values.kafka.existingSecret (and (ne .service "collector") $root.Values.redis.existingSecret) }}
          envFrom:
            {{- with .values.extraEnvFrom }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
            {{- with $root.Values.kafka.existingSecret }}
            - secretRef:
                name: {{ . }}
            {{- end }}
            {{- if ne .service "collector" }}
            {{- with $root.Values.redis.existingSecret }}
            - secretRef:
                name: {{ . }}
            {{- end }}
            {{- end }}
          {{- end }}
          ports:
            - name: http
              containerPort: {{ $http }}
            {{- range .ports }}
            {{- if gt (int .port) 0 }}
            - name: {{ .name }}
              containerPort: {{ .port }}
            {{- end }}
            {{- end }}
          startupProbe:
            httpGet:
              path: /actuator/health/liveness
              port: http
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet:
              path: /actuator/health/liveness
              port: http
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet:
              path: /actuator/health/readiness
              port: http
            periodSeconds: 5
            timeoutSeconds: 5
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            - name: config
              mountPath: /etc/pathproof
              readOnly: true
            - name: scratch
              mountPath: /tmp
            - name: state
              mountPath: /var/lib/pathproof
            {{- if $access.tokensSecret }}
            - name: access
              mountPath: /etc/pathproof-access
              readOnly: true
            {{- end }}
            {{- with .mounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
            {{- with .values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        - name: config
          configMap:
            name: {{ $name }}
        - name: scratch
          emptyDir: {}
        - name: state
          emptyDir: {}
        {{- with $access.tokensSecret }}
        - name: access
          secret:
            secretName: {{ . }}
        {{- end }}
        {{- with .volumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        {{- with .values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with $root.Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      affinity:
        {{- if $root.Values.affinity }}
        {{- toYaml $root.Values.affinity | nindent 8 }}
        {{- else }}
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 100
              podAffinityTerm:
                topologyKey: kubernetes.io/hostname
                labelSelector:
                  matchLabels:
                    {{- include "pathproof.selector" . | nindent 20 }}
        {{- end }}
{{- if and $root.Values.podDisruptionBudget.enabled (gt (int .values.replicas) 1) }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels:
    {{- include "pathproof.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "pathproof.selector" . | nindent 6 }}
{{- end }}
{{- if $root.Values.podMonitor.enabled }}
---
apiVersion: monitoring.coreos.com/v1
kind: PodMonitor
metadata:
  name: {{ $name }}
  labels:
    {{- include "pathproof.labels" . | nindent 4 }}
    {{- with $root.Values.podMonitor.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  selector:
    matchLabels:
      {{- include "pathproof.selector" . | nindent 6 }}
  podMetricsEndpoints:
    - port: http
      path: /actuator/prometheus
      interval: {{ $root.Values.podMonitor.interval }}
{{- end }}
{{- end }}
