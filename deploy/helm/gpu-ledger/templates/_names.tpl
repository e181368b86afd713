{{/*
What stands before all names: nothing where the release is called as the chart, else the release's name.
*/}}
{{- define "gpu-ledger.prefix" -}}
{{- if .Values.fullnameOverride -}}
{{- printf "%s-" (trunc 40 .Values.fullnameOverride | trimSuffix "-") -}}
{{- else if ne .Release.Name .Chart.Name -}}
{{- printf "%s-" (trunc 40 .Release.Name | trimSuffix "-") -}}
{{- end -}}
{{- end -}}

{{/*
The same in a namespace that releases of others may share. Takes a list of the root and the namespace.
*/}}
{{- define "gpu-ledger.prefixIn" -}}
{{- if eq (last .) (first .).Release.Namespace -}}
{{ include "gpu-ledger.prefix" (first .) }}
{{- else -}}
{{ include "gpu-ledger.clusterPrefix" (first .) }}
{{- end -}}
{{- end -}}

{{- define "gpu-ledger.analyzer.name" -}}
{{ include "gpu-ledger.prefix" . }}gpu-analyzer
{{- end -}}

{{- define "gpu-ledger.exporter.name" -}}
{{ include "gpu-ledger.prefix" . }}gpu-exporter
{{- end -}}

{{/*
What is of the whole cluster is named by the namespace, too, unless that is called as the chart: releases of the same
name in two namespaces have two of it.
*/}}
{{- define "gpu-ledger.clusterPrefix" -}}
{{- if ne .Release.Namespace .Chart.Name -}}{{ .Release.Namespace }}-{{- end -}}
{{ include "gpu-ledger.prefix" . }}
{{- end -}}

{{- define "gpu-ledger.analyzer.account" -}}
{{- .Values.analyzer.serviceAccount.name | default (.Values.analyzer.serviceAccount.create | ternary (include "gpu-ledger.analyzer.name" .) "default") -}}
{{- end -}}

{{- define "gpu-ledger.exporter.account" -}}
{{- .Values.exporter.serviceAccount.name | default (.Values.exporter.serviceAccount.create | ternary (include "gpu-ledger.exporter.name" .) "default") -}}
{{- end -}}

{{/*
By which pods of a program are found. Takes a list of the root and the program.
*/}}
{{- define "gpu-ledger.selector" -}}
app.kubernetes.io/name: {{ last . }}
app.kubernetes.io/instance: {{ (first .).Release.Name }}
{{- end -}}

{{/*
The labels of an object. Takes a list of the root and the program.
*/}}
{{- define "gpu-ledger.labels" -}}
{{ include "gpu-ledger.selector" . }}
{{- with first . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}
{{- end -}}

{{/*
The annotations of an object, with the key. Takes a list of the root and maps of annotations.
*/}}
{{- define "gpu-ledger.annotations" -}}
{{- $all := deepCopy (first .).Values.commonAnnotations -}}
{{- range rest . -}}
{{- $all = merge (deepCopy .) $all -}}
{{- end -}}
{{- with $all -}}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end -}}
{{- end -}}

{{/*
The image of a program. Takes a list of the root and its image.
*/}}
{{- define "gpu-ledger.image" -}}
{{- with last . -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default (first $).Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end -}}
