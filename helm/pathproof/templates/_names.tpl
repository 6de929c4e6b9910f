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
A port from the settings of a service: container and Service use the port that `config` sets.
Argument: a dict with config, key (for example pathproof.collector.bmp-port, nested or in one line in config) and default.
*/}}
{{- define "pathproof.port" -}}
{{- $found := .config | default dict }}
{{- range splitList "." .key }}
{{- if kindIs "map" $found }}{{ $found = index $found . }}{{ end }}
{{- end }}
{{- if or (kindIs "map" $found) (kindIs "invalid" $found) }}{{ $found = index (.config | default dict) .key | default .default }}{{ end }}
{{- int $found }}
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
