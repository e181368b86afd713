{{- define "gpu-ledger.analyzer.env" -}}
{{- with .Values.analyzer.javaOpts }}
- name: JAVA_OPTS
  value: {{ . | quote }}
{{- end }}
{{- with .Values.analyzer.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "gpu-ledger.analyzer.mounts" -}}
- name: data
  mountPath: /data
- name: tmp
  mountPath: /tmp
{{- range concat (include "gpu-ledger.analyzer.secrets" . | fromYamlArray) (include "gpu-ledger.analyzer.configMaps" . | fromYamlArray) }}
- name: {{ .name }}
  mountPath: /etc/gpu-ledger/{{ .name }}
  readOnly: true
{{- end }}
{{- with .Values.analyzer.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "gpu-ledger.analyzer.volumes" -}}
- name: data
{{- with .Values.analyzer.persistence }}
{{- if .enabled }}
  persistentVolumeClaim:
    claimName: {{ .existingClaim | default (include "gpu-ledger.analyzer.name" $) }}
{{- else }}
  emptyDir: {}
{{- end }}
{{- end }}
- name: tmp
  emptyDir: {}
{{- range include "gpu-ledger.analyzer.secrets" . | fromYamlArray }}
- name: {{ .name }}
  secret:
    secretName: {{ .secret }}
{{- end }}
{{- range include "gpu-ledger.analyzer.configMaps" . | fromYamlArray }}
- name: {{ .name }}
  configMap:
    name: {{ .configMap }}
{{- end }}
{{- with .Values.analyzer.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}
