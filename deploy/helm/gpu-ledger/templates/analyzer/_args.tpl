{{/*
The arguments of gpu-analyzer, in parts. What could be read as something else in YAML is quoted.
*/}}
{{- define "gpu-ledger.analyzer.args" -}}
- serve
- --listen=:8080
- --data-dir=/data
{{- with .Values.analyzer.cluster }}
- {{ printf "--cluster=%s" . | quote }}
{{- end }}
{{- with .Values.analyzer.externalUrl }}
- {{ printf "--external-url=%s" . | quote }}
{{- end }}
{{- include "gpu-ledger.analyzer.args.prometheus" . }}
{{- include "gpu-ledger.analyzer.args.scrape" . }}
{{- if .Values.kubernetes.watch }}
- --cluster-from-kubernetes
{{- end }}
{{- include "gpu-ledger.analyzer.args.database" . }}
{{- include "gpu-ledger.analyzer.args.books" . }}
{{- include "gpu-ledger.analyzer.args.alertmanager" . }}
{{- include "gpu-ledger.analyzer.args.mail" . }}
{{- include "gpu-ledger.analyzer.args.web" .Values.analyzer.web }}
{{- with .Values.analyzer.extraArgs }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "gpu-ledger.analyzer.args.prometheus" -}}
{{- with .Values.prometheus -}}
{{- if .url }}
- {{ printf "--from-prometheus=%s" .url | quote }}
- --prometheus-days={{ .days }}
{{- with .pause }}
- --prometheus-pause={{ . }}
{{- end }}
{{- with .way }}
- --prometheus-way={{ . }}
{{- end }}
{{- if .headers }}
{{- $headers := list }}
{{- range $name, $value := .headers }}
{{- $headers = append $headers (printf "%s:%s" $name $value) }}
{{- end }}
- {{ printf "--prometheus-headers=%s" (join "," $headers) | quote }}
{{- end }}
{{- if .headersSecret.name }}
- --prometheus-headers-file=/etc/gpu-ledger/prometheus-headers/{{ .headersSecret.key }}
{{- end }}
{{- include "gpu-ledger.access.args" (list "prometheus" .) }}
{{- end }}
{{- end -}}
{{- end -}}

{{- define "gpu-ledger.analyzer.args.scrape" -}}
{{- with include "gpu-ledger.scrape.selector" . }}
- --scrape-kubernetes={{ . }}
- --scrape-kubernetes-namespace={{ include "gpu-ledger.scrape.namespace" $ }}
{{- if and $.Values.scrape.selector $.Values.scrape.port }}
- --scrape-kubernetes-port={{ $.Values.scrape.port }}
{{- end }}
{{- end }}
{{- with .Values.scrape.targets }}
- {{ printf "--scrape-targets=%s" (join "," .) | quote }}
{{- end }}
{{- if include "gpu-ledger.analyzer.scrapes" . }}
{{- with .Values.scrape.interval }}
- --scrape-interval={{ . }}
{{- end }}
{{- if ne .Values.scrape.scheme "http" }}
- --scrape-scheme={{ .Values.scrape.scheme }}
{{- end }}
{{- with .Values.scrape.tls.serverName }}
- {{ printf "--scrape-server-name=%s" . | quote }}
{{- end }}
{{- include "gpu-ledger.access.args" (list "scrape" .Values.scrape) }}
{{- end }}
{{- end -}}

{{- define "gpu-ledger.analyzer.args.database" -}}
{{- with .Values.database -}}
{{- if .url }}
- {{ printf "--database-url=%s" .url | quote }}
{{- with .user }}
- {{ printf "--database-user=%s" . | quote }}
{{- end }}
{{- if .passwordSecret.name }}
- --database-password-file=/etc/gpu-ledger/database-password/{{ .passwordSecret.key }}
{{- end }}
- --timescaledb={{ .timescaledb }}
{{- end }}
{{- with .connections }}
- --database-connections={{ . }}
{{- end }}
{{- end }}
{{- with .Values.retention.raw }}
- --retention-raw={{ . }}
{{- end }}
{{- with .Values.retention.entries }}
- --retention-entries={{ . }}
{{- end }}
{{- end -}}

{{- define "gpu-ledger.analyzer.args.books" -}}
{{- with .Values.prices }}
{{- if or .lines .configMap.name }}
- --prices-file=/etc/gpu-ledger/prices/{{ if .configMap.name }}{{ .configMap.key }}{{ else }}prices{{ end }}
{{- end }}
{{- end }}
{{- with .Values.teams }}
{{- if or .lines .configMap.name }}
- --teams-file=/etc/gpu-ledger/teams/{{ if .configMap.name }}{{ .configMap.key }}{{ else }}teams{{ end }}
{{- end }}
{{- with .label }}
- {{ printf "--team-label=%s" . | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "gpu-ledger.analyzer.args.alertmanager" -}}
{{- with .Values.alertmanager -}}
{{- if .urls }}
- {{ printf "--alertmanager-urls=%s" (join "," .urls) | quote }}
{{- with .severity }}
- --alertmanager-severity={{ . }}
{{- end }}
{{- include "gpu-ledger.access.args" (list "alertmanager" .) }}
{{- end }}
{{- end -}}
{{- end -}}

{{- define "gpu-ledger.analyzer.args.mail" -}}
{{- with .Values.mail -}}
{{- if .relay }}
- {{ printf "--mail-relay=%s" .relay | quote }}
- {{ printf "--mail-from=%s" .from | quote }}
{{- range $flag, $text := dict "reply-to" .replyTo "tls" .tls "user" .user "at" .at "zone" .zone }}
{{- with $text }}
- {{ printf "--mail-%s=%s" $flag . | quote }}
{{- end }}
{{- end }}
{{- if .passwordSecret.name }}
- --mail-password-file=/etc/gpu-ledger/mail-password/{{ .passwordSecret.key }}
{{- end }}
{{- if .caSecret.name }}
- --mail-ca-file=/etc/gpu-ledger/mail-ca/{{ .caSecret.key }}
{{- end }}
{{- if .teams }}
- --mail-teams-file=/etc/gpu-ledger/mail-teams/mail-teams.yaml
{{- end }}
{{- range $flag, $all := dict "default-to" .defaultTo "copies" .copies "fleet-to" .fleetTo "annotation-domains" .annotationDomains }}
{{- with $all }}
- {{ printf "--mail-%s=%s" $flag (join "," .) | quote }}
{{- end }}
{{- end }}
{{- with .contact }}
- {{ printf "--report-contact=%s" . | quote }}
{{- end }}
{{- if .dryRun }}
- --mail-dry-run
{{- end }}
{{- end }}
{{- end -}}
{{- end -}}

{{- define "gpu-ledger.analyzer.args.web" -}}
{{- if .secret }}
- --web-config-file=/etc/gpu-ledger/web/{{ .key }}
{{- end }}
{{- if .accessSecret.name }}
- --access-file=/etc/gpu-ledger/access/{{ .accessSecret.key }}
{{- end }}
{{- if .tokenReview }}
- --token-review
{{- with .tokenReviewAudience }}
- {{ printf "--token-review-audience=%s" . | quote }}
{{- end }}
{{- end }}
{{- end -}}
