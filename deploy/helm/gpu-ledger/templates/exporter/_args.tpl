{{- define "gpu-ledger.exporter.args" -}}
{{- with .Values.exporter -}}
{{- if ne (int .service.port) 9400 }}
- --listen=:{{ .service.port }}
{{- end }}
{{- with .backend }}
- --backend={{ . }}
{{- end }}
{{- if .kubernetes.enabled }}
- --kubernetes
{{- if .kubernetes.watchPods }}
- --kubernetes-watch-pods
{{- end }}
{{- if .kubernetes.enablePodLabels }}
- --kubernetes-enable-pod-labels
{{- end }}
{{- if .kubernetes.enablePodUID }}
- --kubernetes-enable-pod-uid
{{- end }}
{{- if .kubernetesDRA.enabled }}
- --kubernetes-enable-dra
{{- end }}
{{- end }}
{{- if .customMetrics }}
- --collectors=/etc/gpu-ledger/metrics/counters.csv
{{- end }}
{{- if .web.secret }}
- --web-config-file=/etc/gpu-ledger/web/{{ .web.key }}
{{- end }}
{{- with .arguments }}
{{ toYaml . }}
{{- end }}
{{- end }}
{{- end -}}
