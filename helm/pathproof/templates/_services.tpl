{{/*
Renders a Service of a kind that operators select by values.
Argument: a dict with root, service (selected pods), name (after the name of the release), values (type, annotations and
externalTrafficPolicy), ports (list of name, port, nodePort) and pod (name of the only selected pod, optional).
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
      {{- with .nodePort }}
      nodePort: {{ . }}
      {{- end }}
    {{- end }}
{{- end }}

{{/* Renders the Service for DNS names of pods. Argument: a dict with root and service. */}}
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
  selector:
    {{- include "pathproof.selector" . | nindent 4 }}
  ports:
    - name: http
      port: 8080
      targetPort: http
{{- end }}
