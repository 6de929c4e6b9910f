{{/* Kafka and Redis: brought by the operator, or started by the chart to try Pathproof out. */}}

{{/* Returns the brokers as host:port, separated by commas. */}}
{{- define "pathproof.bootstrapServers" -}}
{{- if .Values.tryout.enabled }}
{{- with .Values.kafka.bootstrapServers }}
{{- fail (printf "kafka.bootstrapServers names %s, but tryout.enabled starts a Kafka in this release: set only one of the two" .) }}
{{- end }}
{{- printf "%s-kafka:9092" (include "pathproof.name" .) }}
{{- else }}
{{- required "kafka.bootstrapServers: name your brokers as host:port, or set tryout.enabled=true for a single-node Kafka and Redis in this release" .Values.kafka.bootstrapServers }}
{{- end }}
{{- end }}

{{/* Returns the URI of Redis; empty if a Secret contains it. */}}
{{- define "pathproof.redisUri" -}}
{{- $own := .Values.redis.uri | default .Values.redis.existingSecret }}
{{- if .Values.tryout.enabled }}
{{- if $own }}
{{- fail "redis.uri or redis.existingSecret names a Redis, but tryout.enabled starts a Redis in this release: set only one of the two" }}
{{- end }}
{{- if .Values.redis.operator.enabled }}
{{- fail "redis.operator.enabled and tryout.enabled both start a Redis in this release: set only one of the two" }}
{{- end }}
{{- printf "redis://:${REDIS_PASSWORD}@%s-redis:6379" (include "pathproof.name" .) }}
{{- else if .Values.redis.operator.enabled }}
{{- if $own }}
{{- fail "redis.uri or redis.existingSecret names a Redis, but redis.operator.enabled starts a Redis in this release: set only one of the two" }}
{{- end }}
{{- /* The operator names the Service and the group of the Sentinels. */}}
{{- printf "redis-sentinel://%s%s-redis-s-hl:26379/0#mymaster" (ternary "" ":${REDIS_PASSWORD}@" (empty .Values.redis.operator.passwordSecret)) (include "pathproof.name" .) }}
{{- else if not .Values.redis.existingSecret }}
{{- required "redis.uri: name your Redis, for example redis://redis:6379, or set redis.existingSecret, redis.operator.enabled=true or tryout.enabled=true" .Values.redis.uri }}
{{- end }}
{{- end }}

{{/* Returns the name of the Secret with the password of a Redis that this release starts; empty if there is none. */}}
{{- define "pathproof.redisPassword" -}}
{{- if .Values.tryout.enabled }}
{{- printf "%s-redis-password" (include "pathproof.name" .) }}
{{- else if .Values.redis.operator.enabled }}
{{- if and (not .Values.redis.operator.passwordSecret) (not .Values.redis.operator.withoutPassword) }}
{{- fail "redis.operator.passwordSecret: name a Secret with the key password (letters and digits), or set redis.operator.withoutPassword=true to let every pod read and change the RPKI data" }}
{{- end }}
{{- .Values.redis.operator.passwordSecret }}
{{- end }}
{{- end }}

{{/* Returns the settings of Redis. */}}
{{- define "pathproof.redisSettings" -}}
{{- $redis := dict }}
{{- with include "pathproof.redisUri" . }}
{{- $_ := set $redis "uri" . }}
{{- end }}
{{- if .Values.redis.tls.secret }}
{{- $tls := dict "trust" "/etc/pathproof-redis/ca.crt" }}
{{- if .Values.redis.tls.clientCertificate }}
{{- $_ := mustMerge $tls (dict "certificate" "/etc/pathproof-redis/tls.crt" "key" "/etc/pathproof-redis/tls.key") }}
{{- end }}
{{- $_ := set $redis "tls" $tls }}
{{- else if .Values.redis.tls.clientCertificate }}
{{- fail "redis.tls.clientCertificate needs redis.tls.secret, the Secret with tls.crt and tls.key" }}
{{- end }}
{{- toYaml $redis }}
{{- end }}

{{/* Returns the reference of an image. Argument: a dict with registry, repository, tag and digest. */}}
{{- define "pathproof.image" -}}
{{- if .registry }}{{ .registry }}/{{ end }}{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag }}{{ end }}
{{- end }}

{{/* Returns the reference of a service's image. Argument: a dict with root, service and values (of the service). */}}
{{- define "pathproof.serviceImage" -}}
{{- include "pathproof.image" (dict
      "registry" (.values.image.registry | default .root.Values.image.registry)
      "repository" (.values.image.repository | default (printf "pathproof-%s" .service))
      "tag" (.values.image.tag | default .root.Values.image.tag | default .root.Chart.AppVersion)
      "digest" .values.image.digest) }}
{{- end }}

{{- define "pathproof.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "pathproof.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Renders nodeSelector and tolerations of a pod. */}}
{{- define "pathproof.placement" -}}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Renders the probes of a pod that is ready when its port accepts connections. Argument: the name of the port. */}}
{{- define "pathproof.tcpProbes" -}}
startupProbe:
  tcpSocket:
    port: {{ . }}
  periodSeconds: 1
  failureThreshold: 120
livenessProbe:
  tcpSocket:
    port: {{ . }}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  tcpSocket:
    port: {{ . }}
  periodSeconds: 5
  timeoutSeconds: 5
{{- end }}

{{/*
Renders the head of a StatefulSet for trying out, up to the containers.
Argument: a dict with root, service (its name) and annotations (of the pods, optional).
*/}}
{{- define "pathproof.tryoutHead" -}}
{{- $name := printf "%s-%s" (include "pathproof.name" .root) .service -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels:
    {{- include "pathproof.labels" . | nindent 4 }}
spec:
  # Without a cluster address, a pod also reaches itself by this name where the network has no hairpin mode.
  clusterIP: None
  {{- with include "pathproof.ipFamilies" .root | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  publishNotReadyAddresses: true
  selector:
    {{- include "pathproof.selector" . | nindent 4 }}
  ports:
    - name: {{ .service }}
      port: {{ .port }}
      targetPort: {{ .service }}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ $name }}
  labels:
    {{- include "pathproof.labels" . | nindent 4 }}
spec:
  replicas: 1
  serviceName: {{ $name }}
  selector:
    matchLabels:
      {{- include "pathproof.selector" . | nindent 6 }}
  {{- with .persistence }}
  {{- if .enabled }}
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
            storage: {{ .size }}
  {{- end }}
  {{- end }}
  template:
    metadata:
      labels:
        {{- include "pathproof.labels" . | nindent 8 }}
        {{- with include "pathproof.podLabels" (dict "root" .root) }}
        {{- . | nindent 8 }}
        {{- end }}
      {{- with .annotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "pathproof.serviceAccount" . }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: 30
      {{- with .root.Values.image.pullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        {{- include "pathproof.podSecurity" . | nindent 8 }}
      {{- with include "pathproof.placement" .root | trim }}
      {{- . | nindent 6 }}
      {{- end }}
      {{- with include "pathproof.priority" (dict "root" .root) | trim }}
      {{- . | nindent 6 }}
      {{- end }}
{{- end }}
