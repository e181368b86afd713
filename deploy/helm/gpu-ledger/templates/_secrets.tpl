{{/*
Where Secrets are mounted: each in a folder of its own, so that what changes in them is seen.
*/}}

{{/*
Files that a server is asked with, as a list of {name, secret}. Takes a list of the word that their settings begin with,
and their values.
*/}}
{{- define "gpu-ledger.access.secrets" -}}
{{- $word := first . -}}
{{- with last . -}}
{{- with .passwordSecret.name }}
- {name: {{ $word }}-password, secret: {{ . }}}
{{- end }}
{{- with .bearerTokenSecret.name }}
- {name: {{ $word }}-token, secret: {{ . }}}
{{- end }}
{{- with .tls.secret }}
- {name: {{ $word }}-tls, secret: {{ . }}}
{{- end }}
{{- end -}}
{{- end -}}

{{/*
How a server is asked, as arguments. Takes a list of the word that they begin with, and their values.
*/}}
{{- define "gpu-ledger.access.args" -}}
{{- $word := first . -}}
{{- with last . -}}
{{- with .username }}
- {{ printf "--%s-username=%s" $word . | quote }}
{{- end }}
{{- if .passwordSecret.name }}
- --{{ $word }}-password-file=/etc/gpu-ledger/{{ $word }}-password/{{ .passwordSecret.key }}
{{- end }}
{{- if .bearerTokenSecret.name }}
- --{{ $word }}-bearer-token-file=/etc/gpu-ledger/{{ $word }}-token/{{ .bearerTokenSecret.key }}
{{- end }}
{{- if and .tls.secret .tls.ca }}
- --{{ $word }}-ca-file=/etc/gpu-ledger/{{ $word }}-tls/{{ .tls.ca }}
{{- end }}
{{- if and .tls.secret .tls.cert }}
- --{{ $word }}-cert-file=/etc/gpu-ledger/{{ $word }}-tls/{{ .tls.cert }}
- --{{ $word }}-key-file=/etc/gpu-ledger/{{ $word }}-tls/{{ required (printf "%s.tls.cert needs %s.tls.key, the key of the Secret with the private key." $word $word) .tls.key }}
{{- end }}
{{- if .tls.insecureSkipVerify }}
- --{{ $word }}-insecure-skip-verify
{{- end }}
{{- end -}}
{{- end -}}

{{/*
The Secrets that the analyzer has mounted, as a list of {name, secret}.
*/}}
{{- define "gpu-ledger.analyzer.secrets" -}}
{{- if .Values.prometheus.url }}
{{- with .Values.prometheus.headersSecret.name }}
- {name: prometheus-headers, secret: {{ . }}}
{{- end }}
{{- include "gpu-ledger.access.secrets" (list "prometheus" .Values.prometheus) }}
{{- end }}
{{- if include "gpu-ledger.analyzer.scrapes" . }}
{{- include "gpu-ledger.access.secrets" (list "scrape" .Values.scrape) }}
{{- end }}
{{- if .Values.alertmanager.urls }}
{{- include "gpu-ledger.access.secrets" (list "alertmanager" .Values.alertmanager) }}
{{- end }}
{{- if .Values.database.url }}
{{- with .Values.database.passwordSecret.name }}
- {name: database-password, secret: {{ . }}}
{{- end }}
{{- end }}
{{- if .Values.mail.relay }}
{{- with .Values.mail.passwordSecret.name }}
- {name: mail-password, secret: {{ . }}}
{{- end }}
{{- with .Values.mail.caSecret.name }}
- {name: mail-ca, secret: {{ . }}}
{{- end }}
{{- end }}
{{- with .Values.analyzer.web.secret }}
- {name: web, secret: {{ . }}}
{{- end }}
{{- with .Values.analyzer.web.accessSecret.name }}
- {name: access, secret: {{ . }}}
{{- end }}
{{- end -}}

{{/*
The ConfigMaps that the analyzer has mounted, as a list of {name, configMap}.
*/}}
{{- define "gpu-ledger.analyzer.configMaps" -}}
{{- $own := include "gpu-ledger.analyzer.name" . -}}
{{- if .Values.prices.configMap.name }}
- {name: prices, configMap: {{ .Values.prices.configMap.name }}}
{{- else if .Values.prices.lines }}
- {name: prices, configMap: {{ $own }}-prices}
{{- end }}
{{- if .Values.teams.configMap.name }}
- {name: teams, configMap: {{ .Values.teams.configMap.name }}}
{{- else if .Values.teams.lines }}
- {name: teams, configMap: {{ $own }}-teams}
{{- end }}
{{- if and .Values.mail.relay .Values.mail.teams }}
- {name: mail-teams, configMap: {{ $own }}-mail-teams}
{{- end }}
{{- end -}}
