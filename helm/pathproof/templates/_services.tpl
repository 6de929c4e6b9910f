{{/*
Renders a Service of a kind that operators select by values.
Argument: a dict with root, service (selected pods), name (after the name of the release), values (type, annotations,
externalTrafficPolicy, loadBalancerClass and loadBalancerSourceRanges), ports (list of name, port, nodePort and optionally
protocol) and pod (name of the only selected pod, optional).
*/}}
{{- define "pathproof.service" -}}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ include "pathproof.name" .root }}-{{ .name }}
  labels:
    {{- include "pathproof.labels" . | nindent 4 }}
  {{- with .values.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ .values.type }}
  {{- if ne .values.type "ClusterIP" }}
  externalTrafficPolicy: {{ .values.externalTrafficPolicy }}
  {{- end }}
  {{- if eq .values.type "LoadBalancer" }}
  {{- with .values.loadBalancerClass }}
  loadBalancerClass: {{ . }}
  {{- end }}
  {{- with .values.loadBalancerSourceRanges }}
  loadBalancerSourceRanges:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- end }}
  {{- with include "pathproof.ipFamilies" .root | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  selector:
    {{- include "pathproof.selector" . | nindent 4 }}
    {{- with .pod }}
    statefulset.kubernetes.io/pod-name: {{ . }}
    {{- end }}
  ports:
    {{- range .ports }}
    - name: {{ .name }}
      port: {{ .port }}
      targetPort: {{ .name }}
      {{- with .protocol }}
      protocol: {{ . }}
      {{- end }}
      {{- with .nodePort }}
      nodePort: {{ . }}
      {{- end }}
    {{- end }}
{{- end }}

{{/* Returns the port of BMP without TLS in the pods of the collector. */}}
{{- define "pathproof.bmpPort" -}}
{{- include "pathproof.port" (dict "config" .Values.collector.config "key" "pathproof.collector.bmp-port" "default" 11019) }}
{{- end }}

{{/* Returns the port of the first RTR server in the pods of the policy API. */}}
{{- define "pathproof.rtrPort" -}}
{{- $values := include "pathproof.feedsValues" . | fromYaml }}
{{- include "pathproof.port" (dict "config" $values.config "key" "pathproof.policy-api.rtr-port" "default" 8282) }}
{{- end }}

{{/* Returns the name of the pods that run the feeds: those of the policy API, or separate ones. */}}
{{- define "pathproof.feedsService" -}}
{{- if .Values.policyApi.feeds.separate }}policy-api-feeds{{ else }}policy-api{{ end }}
{{- end }}

{{/* Returns the values of the pods that run the feeds as YAML: those of policyApi, changed by policyApi.feeds. */}}
{{- define "pathproof.feedsValues" -}}
{{- $feeds := .Values.policyApi.feeds }}
{{- $values := deepCopy .Values.policyApi }}
{{- $_ := set $values "config" (mergeOverwrite ($values.config | default dict) (deepCopy ($feeds.config | default dict))) }}
{{- range list "extraEnv" "extraEnvFrom" "extraVolumes" "extraVolumeMounts" }}
{{- $_ := set $values . (concat (index $values . | default list) (index $feeds . | default list)) }}
{{- end }}
{{- if $feeds.separate }}
{{- $values = omit $values "autoscaling" }}
{{- range list "resources" "priorityClassName" }}
{{- $_ := set $values . (index $feeds . | default (index $values .)) }}
{{- end }}
{{- $_ := set $values "podLabels" (merge (dict) ($feeds.podLabels | default dict) ($values.podLabels | default dict)) }}
{{- if not (kindIs "invalid" $feeds.replicas) }}
{{- $_ := set $values "replicas" $feeds.replicas }}
{{- end }}
{{- end }}
{{- toYaml $values }}
{{- end }}

{{/* Renders the IP families of a Service. */}}
{{- define "pathproof.ipFamilies" -}}
{{- with .Values.ipFamilyPolicy }}
ipFamilyPolicy: {{ . }}
{{- end }}
{{- with .Values.ipFamilies }}
ipFamilies:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/*
Renders the Service for DNS names of pods, and for `helm test`. Clients use the port of the pods: a Service without an
address has no targetPort. Argument: a dict with root, service and values (of the service).
*/}}
{{- define "pathproof.headless" -}}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ include "pathproof.name" .root }}-{{ .service }}
  labels:
    {{- include "pathproof.labels" . | nindent 4 }}
spec:
  clusterIP: None
  {{- with include "pathproof.ipFamilies" .root | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  selector:
    {{- include "pathproof.selector" . | nindent 4 }}
  ports:
    - name: http
      port: {{ include "pathproof.httpPort" .values.config }}
      targetPort: http
{{- end }}
