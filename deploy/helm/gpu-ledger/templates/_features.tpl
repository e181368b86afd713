{{/*
What is on. Each is a word where it is so, and empty where it is not.
*/}}

{{/*
The labels of the Services whose pods the analyzer scrapes.
*/}}
{{- define "gpu-ledger.scrape.selector" -}}
{{- if .Values.scrape.selector -}}
{{ .Values.scrape.selector }}
{{- else if and .Values.exporter.enabled .Values.scrape.exporter -}}
app.kubernetes.io/name=gpu-exporter,app.kubernetes.io/instance={{ .Release.Name }}
{{- end -}}
{{- end -}}

{{/*
The namespace of these Services.
*/}}
{{- define "gpu-ledger.scrape.namespace" -}}
{{- if .Values.scrape.selector -}}
{{ .Values.scrape.namespace | default .Release.Namespace }}
{{- else -}}
{{ .Release.Namespace }}
{{- end -}}
{{- end -}}

{{- define "gpu-ledger.analyzer.scrapes" -}}
{{- if or .Values.scrape.targets (include "gpu-ledger.scrape.selector" .) -}}yes{{- end -}}
{{- end -}}

{{- define "gpu-ledger.analyzer.asksCluster" -}}
{{- if or .Values.kubernetes.watch .Values.analyzer.web.tokenReview .Values.rbac.extraRules -}}yes{{- end -}}
{{- end -}}

{{- define "gpu-ledger.analyzer.asksApi" -}}
{{- if or (include "gpu-ledger.analyzer.asksCluster" .) (include "gpu-ledger.scrape.selector" .) -}}yes{{- end -}}
{{- end -}}

{{- define "gpu-ledger.exporter.asksPods" -}}
{{- with .Values.exporter.kubernetes -}}
{{- if and .enabled (or .watchPods .enablePodLabels .enablePodUID) -}}yes{{- end -}}
{{- end -}}
{{- end -}}

{{- define "gpu-ledger.exporter.asksDevices" -}}
{{- if and .Values.exporter.kubernetes.enabled .Values.exporter.kubernetesDRA.enabled -}}yes{{- end -}}
{{- end -}}

{{- define "gpu-ledger.exporter.asksApi" -}}
{{- if or (include "gpu-ledger.exporter.asksPods" .) (include "gpu-ledger.exporter.asksDevices" .) -}}yes{{- end -}}
{{- end -}}

{{/*
How the kubelet looks after a program. Takes a list of what was said, and whether it has users.
*/}}
{{- define "gpu-ledger.probes" -}}
{{- if ne (first .) "auto" -}}
{{ first . }}
{{- else if last . -}}
tcp
{{- else -}}
http
{{- end -}}
{{- end -}}

{{/*
What a probe does. Takes a list of how, the path, and the port's name.
*/}}
{{- define "gpu-ledger.probe" -}}
{{- $how := index . 0 -}}
{{- if eq $how "tcp" -}}
tcpSocket:
  port: {{ index . 2 }}
{{- else -}}
httpGet:
  path: {{ index . 1 }}
  port: {{ index . 2 }}
  {{- if eq $how "https" }}
  scheme: HTTPS
  {{- end }}
{{- end -}}
{{- end -}}

{{/*
The ports of the servers that an address names, one a line. Takes the address.
*/}}
{{- define "gpu-ledger.ports" -}}
{{- $hosts := regexReplaceAll "^(?:[a-z+:]*//)?(?:[^/?@]*@)?([^/?]*).*$" . "${1}" -}}
{{- $usual := hasPrefix "https" . | ternary "443" (contains "postgres" . | ternary "5432" (hasPrefix "http" . | ternary "80" "25")) -}}
{{- range splitList "," $hosts }}
{{ regexFind ":[0-9]+$" . | trimPrefix ":" | default $usual }}
{{- end }}
{{- end -}}
