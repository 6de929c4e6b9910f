{{/* Topics and users for the Strimzi operator, and the credentials of these users for the pods. */}}

{{/* Returns the settings of topics as YAML: those of all services, and of the collector, as its pods have them. */}}
{{- define "pathproof.topicSettings" -}}
{{- toYaml (mergeOverwrite (include "pathproof.commonSettings" . | fromYaml) (pick (.Values.collector.config | default dict) "pathproof")) }}
{{- end }}

{{/* Returns "true" if Strimzi makes topics or users. */}}
{{- define "pathproof.hasStrimzi" -}}
{{- $strimzi := .Values.kafka.strimzi }}
{{- if or $strimzi.topics $strimzi.users }}
{{- if .Values.tryout.enabled }}
{{- fail "kafka.strimzi makes topics or users, but tryout.enabled starts a Kafka without Strimzi: set only one of the two" }}
{{- end }}
{{- $_ := required "kafka.strimzi.cluster: name the Kafka object of Strimzi" $strimzi.cluster }}
{{- print true }}
{{- end }}
{{- end }}

{{/* Returns a size such as 256MB in bytes. */}}
{{- define "pathproof.bytes" -}}
{{- if not (regexMatch "^[0-9]+[KMGT]B$" .) }}
{{- fail (printf "a retention is %s: KafkaTopic objects need a size such as 4GB" .) }}
{{- end }}
{{- $units := dict "KB" 1024 "MB" 1048576 "GB" 1073741824 "TB" 1099511627776 }}
{{- mul (regexFind "^[0-9]+" . | int64) (index $units (regexFind "[KMGT]B$" .) | int64) }}
{{- end }}

{{/* Returns a time such as 7d in milliseconds. */}}
{{- define "pathproof.milliseconds" -}}
{{- if not (regexMatch "^[0-9]+[smhd]$" .) }}
{{- fail (printf "a retention is %s: KafkaTopic objects need a time such as 7d" .) }}
{{- end }}
{{- $units := dict "s" 1000 "m" 60000 "h" 3600000 "d" 86400000 }}
{{- mul (regexFind "^[0-9]+" . | int64) (index $units (regexFind "[smhd]$" .) | int64) }}
{{- end }}

{{/*
Returns the configuration of a topic that is deleted by size and age. TopicRetention in libs/contracts has the same
rules, and a test compares both. Argument: a dict with time, size and partitions.
*/}}
{{- define "pathproof.deletedTopic" -}}
{{- $milliseconds := include "pathproof.milliseconds" .time | int64 }}
{{- $share := max 1048576 (div (include "pathproof.bytes" .size | int64) (int64 .partitions)) }}
cleanup.policy: delete
retention.ms: {{ $milliseconds | quote }}
retention.bytes: {{ $share | quote }}
segment.bytes: {{ min 67108864 (max 1048576 (div $share 8)) | quote }}
segment.ms: {{ min $milliseconds 86400000 | quote }}
file.delete.delay.ms: "10000"
{{- end }}

{{/* Returns the configuration of a compacted topic. Argument: a dict with segment (bytes) and routesTime. */}}
{{- define "pathproof.compactedTopic" -}}
cleanup.policy: compact
segment.bytes: {{ .segment | quote }}
segment.ms: "86400000"
min.cleanable.dirty.ratio: "0.3"
max.compaction.lag.ms: "86400000"
delete.retention.ms: {{ include "pathproof.milliseconds" .routesTime | quote }}
file.delete.delay.ms: "10000"
{{- end }}

{{/* Renders the head of an object of Strimzi. Argument: a dict with root, service, kind, name and keep. */}}
{{- define "pathproof.strimziHead" -}}
{{- $strimzi := .root.Values.kafka.strimzi -}}
---
apiVersion: kafka.strimzi.io/{{ $strimzi.apiVersion }}
kind: {{ .kind }}
metadata:
  name: {{ include "pathproof.name" .root }}-{{ .name }}
  {{- with $strimzi.namespace }}
  namespace: {{ . }}
  {{- end }}
  labels:
    {{- include "pathproof.labels" . | nindent 4 }}
    strimzi.io/cluster: {{ $strimzi.cluster }}
  {{- if .keep }}
  annotations:
    # Helm keeps the object, because Strimzi deletes a topic with its object.
    helm.sh/resource-policy: keep
  {{- end }}
{{- end }}

{{/* Renders a rule of a KafkaUser. Argument: a dict with type, name and pattern (not of the cluster) and operations. */}}
{{- define "pathproof.kafkaRule" -}}
- resource:
    type: {{ .type }}
    {{- if .name }}
    name: {{ .name }}
    patternType: {{ .pattern }}
    {{- end }}
  operations: [{{ .operations }}]
{{- end }}

{{/* Returns Kafka's client properties for users of Strimzi as YAML. */}}
{{- define "pathproof.strimziProperties" -}}
{{- $strimzi := .Values.kafka.strimzi }}
{{- $scram := eq $strimzi.authentication "scram-sha-512" }}
{{- $encrypted := or (not $scram) $strimzi.encryption }}
{{- if $scram }}
security.protocol: {{ ternary "SASL_SSL" "SASL_PLAINTEXT" $encrypted }}
sasl.mechanism: SCRAM-SHA-512
{{- else }}
security.protocol: SSL
ssl.keystore.type: PEM
{{- end }}
{{- if $encrypted }}
ssl.truststore.type: PEM
{{- end }}
{{- end }}

{{/* Returns Kafka's client properties of all services as YAML: those of Strimzi's users, and those of the operator. */}}
{{- define "pathproof.kafkaProperties" -}}
{{- $properties := dict }}
{{- if and (include "pathproof.hasStrimzi" .) .Values.kafka.strimzi.users }}
{{- $properties = include "pathproof.strimziProperties" . | fromYaml }}
{{- end }}
{{- toYaml (mergeOverwrite $properties .Values.kafka.properties) }}
{{- end }}

{{/* Renders the variables with the credentials of a service's user. Argument: a dict with root and service. */}}
{{- define "pathproof.kafkaCredentials" -}}
{{- $strimzi := .root.Values.kafka.strimzi }}
{{- $user := printf "%s-%s" (include "pathproof.name" .root) .service }}
{{- $scram := eq $strimzi.authentication "scram-sha-512" }}
{{- $variables := ternary (dict "SASL_JAAS_CONFIG" "sasl.jaas.config") (dict "SSL_KEYSTORE_CERTIFICATE_CHAIN" "user.crt" "SSL_KEYSTORE_KEY" "user.key") $scram }}
{{- range $name, $key := $variables }}
- name: PATHPROOF_KAFKA_PROPERTIES_{{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $user }}
      key: {{ $key }}
{{- end }}
{{- if or (not $scram) $strimzi.encryption }}
- name: PATHPROOF_KAFKA_PROPERTIES_SSL_TRUSTSTORE_CERTIFICATES
  valueFrom:
    secretKeyRef:
      name: {{ $strimzi.authoritySecret | default (printf "%s-cluster-ca-cert" $strimzi.cluster) }}
      key: ca.crt
{{- end }}
{{- end }}
