{{/* Returns the settings that all services share: access, logs, traces and Kafka. */}}
{{- define "pathproof.commonSettings" -}}
{{- $root := . }}
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
{{- $tracing := $root.Values.tracing }}
{{- $traces := dict }}
{{- if $tracing.endpoint }}
{{- $traces = dict "tracing" (dict "endpoint" $tracing.endpoint "sample" $tracing.sample "prefixes" $tracing.prefixes "spans-per-second" $tracing.spansPerSecond) }}
{{- end }}
{{- toYaml (dict "pathproof" (merge $traces (dict
      "api" $api
      "logs" (dict "format" $root.Values.logs.format)
      "kafka" (dict
        "bootstrap-servers" (include "pathproof.bootstrapServers" $root)
        "replication-factor" (ternary 1 $root.Values.kafka.replicationFactor $root.Values.tryout.enabled)
        "route-partitions" $root.Values.kafka.routePartitions
        "alter-topics" $root.Values.kafka.alterTopics
        "retention" $retention
        "properties" (include "pathproof.kafkaProperties" $root | fromYaml))))) }}
{{- end }}

{{/*
Renders one service: its ConfigMap, its Deployment or StatefulSet, its disruption budget, autoscaler and PodMonitor.
Argument: a dict with root, service (its name), values (of the service), config (settings that the chart computes), kind,
ports (list of name, port and optionally protocol; a port below 1 is omitted), volumes, mounts, env (the chart's; the values can add
more), claims (of volumes, of a StatefulSet, optional), program (the image that runs, by default that of the service), minReadySeconds (of a StatefulSet, optional).
*/}}
{{- define "pathproof.workload" -}}
{{- $root := .root }}
{{- $program := .program | default .service }}
{{- $name := printf "%s-%s" (include "pathproof.name" $root) .service }}
{{- $access := $root.Values.access }}
{{- $settings := mergeOverwrite (include "pathproof.commonSettings" $root | fromYaml) (.config | default dict) (.values.config | default dict) }}
{{- $usesRedis := not (has .service (list "collector" "history")) }}
{{- $redis := include "pathproof.redisSettings" $root | fromYaml }}
{{- $redisTls := and $usesRedis $root.Values.redis.tls.secret }}
{{- if and $usesRedis $redis }}
{{- $_ := set $settings.pathproof "redis" (mergeOverwrite $redis ($settings.pathproof.redis | default dict)) }}
{{- end }}
{{- $resources := .values.resources }}
{{- if $root.Values.tryout.enabled }}
{{- $resources = index $root.Values.tryout.resources ($program | camelcase | untitle) }}
{{- end }}
{{- $http := include "pathproof.httpPort" $settings | int }}
{{- $health := include "pathproof.healthPort" $settings | int }}
{{- if eq $http $health }}
{{- fail (printf "%s: server.port and pathproof.http.health-port are both %d: choose two ports" .service $http) }}
{{- end }}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ $name }}
  labels:
    {{- include "pathproof.labels" . | nindent 4 }}
data:
  {{ $program }}.yaml: |
    {{- toYaml $settings | nindent 4 }}
---
apiVersion: apps/v1
kind: {{ .kind }}
metadata:
  name: {{ $name }}
  labels:
    {{- include "pathproof.labels" . | nindent 4 }}
spec:
  {{- if not (.values.autoscaling | default dict).enabled }}
  replicas: {{ include "pathproof.replicas" (dict "root" $root "values" .values) }}
  {{- end }}
  {{- if eq .kind "StatefulSet" }}
  serviceName: {{ $name }}
  podManagementPolicy: Parallel
  {{- with .minReadySeconds }}
  # The next pod is replaced when clients of the previous one have connected again.
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
  {{- with .claims }}
  volumeClaimTemplates:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  template:
    metadata:
      labels:
        {{- include "pathproof.labels" . | nindent 8 }}
        {{- with include "pathproof.podLabels" . }}
        {{- . | nindent 8 }}
        {{- end }}
      annotations:
        checksum/config: {{ toYaml $settings | sha256sum }}
        {{- with $root.Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "pathproof.serviceAccount" . }}
      automountServiceAccountToken: false
      # Variables such as PATHPROOF_COLLECTOR_BMP_PORT would replace settings.
      enableServiceLinks: false
      # The service has its own time limits for an orderly end; this one must exceed them and the drain.
      terminationGracePeriodSeconds: {{ .values.terminationGracePeriodSeconds }}
      {{- with include "pathproof.priority" . | trim }}
      {{- . | nindent 6 }}
      {{- end }}
      {{- with $root.Values.image.pullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        {{- include "pathproof.podSecurity" . | nindent 8 }}
      containers:
        - name: {{ $program }}
          image: {{ include "pathproof.serviceImage" (dict "root" $root "service" $program "values" .values) }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          securityContext:
            {{- include "pathproof.containerSecurity" . | nindent 12 }}
          env:
            - name: SPRING_CONFIG_ADDITIONALLOCATION
              value: /etc/pathproof/
            - name: SERVER_ADDRESS
              value: "0.0.0.0"
            - name: SERVER_PORT
              value: {{ $http | quote }}
            - name: PATHPROOF_HTTP_HEALTHPORT
              value: {{ $health | quote }}
            {{- if and (ne .service "key-sync") $root.Values.kafka.strimzi.users }}
            {{- include "pathproof.kafkaCredentials" (dict "root" $root "service" $program) | trim | nindent 12 }}
            {{- end }}
            {{- with include "pathproof.redisPassword" $root }}
            {{- if $usesRedis }}
            - name: REDIS_PASSWORD
              valueFrom:
                secretKeyRef:
                  name: {{ . }}
                  key: password
            {{- end }}
            {{- end }}
            {{- with .env }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
            {{- with .values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          {{- if or .values.extraEnvFrom $root.Values.kafka.existingSecret (and $usesRedis $root.Values.redis.existingSecret) }}
          envFrom:
            {{- with .values.extraEnvFrom }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
            {{- with $root.Values.kafka.existingSecret }}
            - secretRef:
                name: {{ . }}
            {{- end }}
            {{- if $usesRedis }}
            {{- with $root.Values.redis.existingSecret }}
            - secretRef:
                name: {{ . }}
            {{- end }}
            {{- end }}
          {{- end }}
          ports:
            - name: http
              containerPort: {{ $http }}
            - name: health
              containerPort: {{ $health }}
            {{- range .ports }}
            {{- if gt (int .port) 0 }}
            - name: {{ .name }}
              containerPort: {{ .port }}
              {{- with .protocol }}
              protocol: {{ . }}
              {{- end }}
            {{- end }}
            {{- end }}
          {{- with .values.drainSeconds }}
          lifecycle:
            preStop:
              # Meanwhile the pod leaves its Services, so that clients that reconnect reach other pods.
              sleep:
                seconds: {{ . }}
          {{- end }}
          startupProbe:
            httpGet:
              path: /actuator/health/liveness
              port: health
            periodSeconds: 2
            timeoutSeconds: 5
            failureThreshold: 90
          livenessProbe:
            httpGet:
              path: /actuator/health/liveness
              port: health
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet:
              path: /actuator/health/readiness
              port: health
            periodSeconds: 5
            timeoutSeconds: 5
          resources:
            {{- toYaml $resources | nindent 12 }}
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
            {{- if $redisTls }}
            - name: redis
              mountPath: /etc/pathproof-redis
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
        # Identity of the instance. Routes are restored from Kafka.
        - name: state
          emptyDir: {}
        {{- with $access.tokensSecret }}
        - name: access
          secret:
            secretName: {{ . }}
        {{- end }}
        {{- with $redisTls }}
        - name: redis
          secret:
            secretName: {{ . }}
        {{- end }}
        {{- with .volumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        {{- with .values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with include "pathproof.placement" $root | trim }}
      {{- . | nindent 6 }}
      {{- end }}
      {{- include "pathproof.spread" . | nindent 6 }}
{{- $part := dict "root" $root "service" .service "name" $name "kind" .kind "values" .values "settings" $settings }}
{{- include "pathproof.disruptionBudget" $part }}
{{- include "pathproof.autoscaler" $part }}
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
    - port: health
      path: /actuator/prometheus
      interval: {{ $root.Values.podMonitor.interval }}
      relabelings:
        # Dashboards show the name of the pod, which the pods of a StatefulSet keep, in place of address and port.
        - {sourceLabels: [__meta_kubernetes_pod_name], targetLabel: instance}
{{- end }}
{{- end }}
