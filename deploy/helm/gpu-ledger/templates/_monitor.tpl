{{/*
A ServiceMonitor or PodMonitor. Takes a list of the root, its kind, the program, the object's name, the port's name, and
the values.
*/}}
{{- define "gpu-ledger.monitor" -}}
{{- $root := index . 0 -}}
{{- $kind := index . 1 -}}
{{- $program := index . 2 -}}
{{- $port := index . 4 -}}
{{- with index . 5 -}}
apiVersion: monitoring.coreos.com/v1
kind: {{ $kind }}
metadata:
  name: {{ index $ 3 }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "gpu-ledger.labels" (list $root $program) | nindent 4 }}
    {{- with .additionalLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with include "gpu-ledger.annotations" (list $root) }}
  {{- . | nindent 2 }}
  {{- end }}
spec:
  # The job is called after the program, which the rules of alerts/rules know it by.
  jobLabel: app.kubernetes.io/name
  selector:
    matchLabels:
      {{- include "gpu-ledger.selector" (list $root $program) | nindent 6 }}
  namespaceSelector:
    matchNames: [{{ $root.Release.Namespace }}]
  {{ eq $kind "PodMonitor" | ternary "podMetricsEndpoints" "endpoints" }}:
    - port: {{ $port }}
      path: /metrics
      {{- with .interval }}
      interval: {{ . }}
      {{- end }}
      {{- with .scrapeTimeout }}
      scrapeTimeout: {{ . }}
      {{- end }}
      {{- if .honorLabels }}
      honorLabels: true
      {{- end }}
      {{- with .endpoint }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
{{- end }}
{{- end -}}
