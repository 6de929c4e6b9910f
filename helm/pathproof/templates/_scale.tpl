{{/* Number of pods, their spread, disruption budgets and autoscaling. */}}

{{/* Returns the number of replicas. Argument: a dict with root and values (of the service). */}}
{{- define "pathproof.replicas" -}}
{{- if kindIs "invalid" .values.replicas }}{{ ternary 1 2 .root.Values.tryout.enabled }}{{ else }}{{ int .values.replicas }}{{ end }}
{{- end }}

{{/* Returns the largest number of pods. Argument: a dict with root and values (of the service). */}}
{{- define "pathproof.maxReplicas" -}}
{{- $scaling := .values.autoscaling | default dict }}
{{- if $scaling.enabled }}{{ int $scaling.maxReplicas }}{{ else }}{{ include "pathproof.replicas" . }}{{ end }}
{{- end }}

{{/* Renders affinity and topologySpreadConstraints of a pod. Argument: a dict with root and service. */}}
{{- define "pathproof.spread" -}}
affinity:
  {{- if .root.Values.affinity }}
  {{- toYaml .root.Values.affinity | nindent 2 }}
  {{- else }}
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels:
              {{- include "pathproof.selector" . | nindent 14 }}
  {{- end }}
{{- $service := . }}
{{- with .root.Values.topologySpread }}
{{- if .keys }}
topologySpreadConstraints:
  {{- range .keys }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: {{ $service.root.Values.topologySpread.whenUnsatisfiable }}
    labelSelector:
      matchLabels:
        {{- include "pathproof.selector" $service | nindent 8 }}
  {{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Renders the disruption budget. Argument: a dict with root, service, name and values. */}}
{{- define "pathproof.disruptionBudget" -}}
{{- if and .root.Values.podDisruptionBudget.enabled (gt (include "pathproof.maxReplicas" . | int) 1) }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .name }}
  labels:
    {{- include "pathproof.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  {{- if .root.Values.podDisruptionBudget.unhealthyPodEvictionPolicy }}
  unhealthyPodEvictionPolicy: {{ .root.Values.podDisruptionBudget.unhealthyPodEvictionPolicy }}
  {{- else if has .service (list "validator" "policy-api" "policy-api-feeds") }}
  # A pod that is not ready may take over partitions, or have sessions with routers.
  unhealthyPodEvictionPolicy: IfHealthyBudget
  {{- else }}
  # A pod that is not ready has no clients, and must not block the drain of its node.
  unhealthyPodEvictionPolicy: AlwaysAllow
  {{- end }}
  selector:
    matchLabels:
      {{- include "pathproof.selector" . | nindent 6 }}
{{- end }}
{{- end }}

{{/*
Renders the autoscaler of a service: by CPU, and for validators also by lag.
Argument: a dict with root, service, name, kind, values and settings.
*/}}
{{- define "pathproof.autoscaler" -}}
{{- $scaling := .values.autoscaling | default dict }}
{{- if $scaling.enabled }}
{{- if gt (int $scaling.minReplicas) (int $scaling.maxReplicas) }}
{{- fail (printf "autoscaling of %s: minReplicas %d exceeds maxReplicas %d" .service (int $scaling.minReplicas) (int $scaling.maxReplicas)) }}
{{- end }}
{{- $lag := $scaling.lag | default dict }}
{{- if and (eq .service "validator") (gt (int $scaling.maxReplicas) (int .root.Values.kafka.routePartitions)) }}
{{- fail (printf "validator.autoscaling.maxReplicas is %d, but kafka.routePartitions is %d: further validators would have no partition" (int $scaling.maxReplicas) (int .root.Values.kafka.routePartitions)) }}
{{- end }}
---
{{- if $lag.enabled }}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: {{ .name }}
  labels:
    {{- include "pathproof.labels" . | nindent 4 }}
spec:
  scaleTargetRef:
    kind: {{ .kind }}
    name: {{ .name }}
  minReplicaCount: {{ $scaling.minReplicas }}
  maxReplicaCount: {{ $scaling.maxReplicas }}
  advanced:
    horizontalPodAutoscalerConfig:
      behavior:
        {{- include "pathproof.scaleBehavior" $scaling | nindent 8 }}
  triggers:
    - type: cpu
      metricType: Utilization
      metadata:
        value: {{ $scaling.cpuPercent | quote }}
    - type: kafka
      metadata:
        bootstrapServers: {{ include "pathproof.bootstrapServers" .root }}
        consumerGroup: {{ dig "pathproof" "validator" "application-id" "pathproof-validator" .settings }}
        topic: pathproof.routes
        lagThreshold: {{ $lag.threshold | quote }}
        offsetResetPolicy: earliest
      {{- with $lag.authenticationRef }}
      authenticationRef:
        name: {{ . }}
      {{- end }}
{{- else }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .name }}
  labels:
    {{- include "pathproof.labels" . | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: {{ .kind }}
    name: {{ .name }}
  minReplicas: {{ $scaling.minReplicas }}
  maxReplicas: {{ $scaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ $scaling.cpuPercent }}
  behavior:
    {{- include "pathproof.scaleBehavior" $scaling | nindent 4 }}
{{- end }}
{{- end }}
{{- end }}

{{/* Renders the pace of an autoscaler: each step moves partitions, routers or clients. */}}
{{- define "pathproof.scaleBehavior" -}}
scaleUp:
  stabilizationWindowSeconds: 60
  policies:
    - type: Pods
      value: 1
      periodSeconds: 60
scaleDown:
  stabilizationWindowSeconds: {{ .scaleDownSeconds }}
  policies:
    - type: Pods
      value: 1
      periodSeconds: 300
{{- end }}
