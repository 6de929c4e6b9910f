{{/* Names and labels that all templates share. */}}
{{- define "pathproof.name" -}}
{{- $name := .Values.nameOverride | default .Chart.Name }}
{{- if .Values.fullnameOverride }}{{ .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains $name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Argument: a dict with root and service. */}}
{{- define "pathproof.selector" -}}
app.kubernetes.io/name: {{ .root.Values.nameOverride | default .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .service }}
{{- end }}

{{- define "pathproof.labels" -}}
{{ include "pathproof.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: pathproof
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{/* Argument: a dict with root and service. */}}
{{- define "pathproof.serviceAccount" -}}
{{- $account := .root.Values.serviceAccount }}
{{- if $account.name }}{{ $account.name }}
{{- else if $account.create }}{{ include "pathproof.name" .root }}-{{ .service }}
{{- else }}default{{ end }}
{{- end }}

{{/*
Returns a setting of a service as JSON object with the field value; null if `config` does not have the setting.
Argument: a dict with config and key (for example pathproof.collector.bmp-port, nested or in one line in config).
*/}}
{{- define "pathproof.setting" -}}
{{- $found := .config | default dict }}
{{- range splitList "." .key }}
{{- if kindIs "map" $found }}{{ $found = index $found . }}{{ end }}
{{- end }}
{{- if or (kindIs "map" $found) (kindIs "invalid" $found) }}{{ $found = index (.config | default dict) .key }}{{ end }}
{{- toJson (dict "value" $found) }}
{{- end }}

{{/*
A port from the settings of a service: container and Service use the port that `config` sets.
Argument: a dict with config, key (as of pathproof.setting) and default.
*/}}
{{- define "pathproof.port" -}}
{{- $found := (include "pathproof.setting" . | fromJson).value }}
{{- if kindIs "invalid" $found }}{{ $found = .default }}{{ end }}
{{- int $found }}
{{- end }}

{{/* Returns the port of HTTP in the pods of a service. Argument: the settings of the service. */}}
{{- define "pathproof.httpPort" -}}
{{- include "pathproof.port" (dict "config" . "key" "server.port" "default" 8080) }}
{{- end }}

{{/*
Returns the port of health and metrics in the pods of a service, which clients of HTTP cannot fill. Argument: the
settings of the service.
*/}}
{{- define "pathproof.healthPort" -}}
{{- $port := include "pathproof.port" (dict "config" . "key" "pathproof.http.health-port" "default" 8079) | int }}
{{- if lt $port 1 }}
{{- fail "pathproof.http.health-port in config must be 1 to 65535: probes use it" }}
{{- end }}
{{- $port }}
{{- end }}

{{/* Renders the labels of a pod that operators add. Argument: a dict with root and values (of the service, optional). */}}
{{- define "pathproof.podLabels" -}}
{{- $labels := merge (dict) ((.values | default dict).podLabels | default dict) .root.Values.podLabels }}
{{- range $key, $_ := $labels }}
{{- if hasPrefix "app.kubernetes.io/" $key }}
{{- fail (printf "podLabels: the chart sets labels of app.kubernetes.io; remove %s" $key) }}
{{- end }}
{{- end }}
{{- with $labels }}{{ toYaml . }}{{ end }}
{{- end }}

{{/* Renders the priority class of a pod. Argument: a dict with root and values (of the service, optional). */}}
{{- define "pathproof.priority" -}}
{{- with (.values | default dict).priorityClassName | default .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* Returns the speakers of the feeds in the form of pathproof.collector.feed-speakers, as a JSON list. */}}
{{- define "pathproof.feedSpeakers" -}}
{{- $feeds := .Values.policyApi.feeds }}
{{- $speakers := list }}
{{- range $address := $feeds.addresses }}
{{- range $identifier := $feeds.identifiers }}
{{- $speakers = append $speakers (printf "%s@%s" $address $identifier) }}
{{- end }}
{{- end }}
{{- if and $feeds.identifiers (not $speakers) }}
{{- fail "policyApi.feeds.addresses: name the addresses or prefixes that routers see as Pathproof's BGP speakers" }}
{{- end }}
{{- toJson $speakers }}
{{- end }}
