{{- define "gpu-ledger.exporter.mounts" -}}
{{- with .Values.exporter -}}
{{- if .kubernetes.enabled }}
- name: pod-resources
  mountPath: /var/lib/kubelet/pod-resources
  readOnly: true
{{- end }}
{{- if .customMetrics }}
- name: metrics
  mountPath: /etc/gpu-ledger/metrics
  readOnly: true
{{- end }}
{{- if .web.secret }}
- name: web
  mountPath: /etc/gpu-ledger/web
  readOnly: true
{{- end }}
{{- with .extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "gpu-ledger.exporter.volumes" -}}
{{- with .Values.exporter -}}
{{- if .kubernetes.enabled }}
- name: pod-resources
  hostPath:
    path: {{ .kubeletPath }}
    type: Directory
{{- end }}
{{- if .customMetrics }}
- name: metrics
  configMap:
    name: {{ include "gpu-ledger.exporter.name" $ }}-metrics
{{- end }}
{{- with .web.secret }}
- name: web
  secret:
    secretName: {{ . }}
{{- end }}
{{- range .extraHostVolumes }}
- name: {{ .name }}
  hostPath:
    path: {{ .hostPath }}
{{- end }}
{{- with .extraConfigMapVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}
{{- end -}}
