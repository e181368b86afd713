{{/*
What does not go together, each with what to do about it. The schema knows the names and kinds of values; this knows the
rest.
*/}}
{{- define "gpu-ledger.check" -}}
{{- $v := .Values -}}
{{- $problems := list -}}
{{- if not (or $v.analyzer.enabled $v.exporter.enabled) -}}
{{- $problems = append $problems "There is nothing to install: set analyzer.enabled or exporter.enabled." -}}
{{- end -}}
{{- range $name, $url := dict "prometheus.url" $v.prometheus.url "database.url" $v.database.url -}}
{{- if or (regexMatch "//[^/@]*:[^/@]*@" $url) (regexMatch "(?i)[?&][^=&]*(password|token|secret)[^=&]*=" $url) -}}
{{- $problems = append $problems (printf "%s has a password in it: put that into a Secret, and name the Secret by %s." $name (replace "url" "passwordSecret.name" $name)) -}}
{{- end -}}
{{- end -}}
{{- range $name, $_ := $v.prometheus.headers -}}
{{- if eq (lower $name) "authorization" -}}
{{- $problems = append $problems "prometheus.headers has Authorization: name a Secret by prometheus.bearerTokenSecret.name or prometheus.passwordSecret.name instead." -}}
{{- end -}}
{{- end -}}
{{- range $name := list "prometheus" "scrape" "alertmanager" -}}
{{- $access := index $v $name -}}
{{- if ne (empty $access.username) (empty $access.passwordSecret.name) -}}
{{- $problems = append $problems (printf "%s.username and %s.passwordSecret.name go together: give both, or neither." $name $name) -}}
{{- end -}}
{{- if and $access.username $access.bearerTokenSecret.name -}}
{{- $problems = append $problems (printf "%s.username and %s.bearerTokenSecret: a server is shown the one or the other." $name $name) -}}
{{- end -}}
{{- end -}}
{{- if ne (empty $v.mail.user) (empty $v.mail.passwordSecret.name) -}}
{{- $problems = append $problems "mail.user and mail.passwordSecret.name go together: give both, or neither." -}}
{{- end -}}
{{- if and $v.database.passwordSecret.name (not $v.database.url) -}}
{{- $problems = append $problems "database.passwordSecret needs database.url: the analyzer's own database has a password of its own." -}}
{{- end -}}
{{- range $name, $files := dict "prices" $v.prices "teams" $v.teams -}}
{{- if and $files.lines $files.configMap.name -}}
{{- $problems = append $problems (printf "%s.lines and %s.configMap: give the one or the other." $name $name) -}}
{{- end -}}
{{- end -}}
{{- if and $v.mail.relay (not $v.mail.from) -}}
{{- $problems = append $problems "mail.relay needs mail.from: letters have a sender." -}}
{{- end -}}
{{- range $name := list "analyzer" "exporter" -}}
{{- $program := index $v $name -}}
{{- if and $program.serviceMonitor.enabled $program.podMonitor.enabled -}}
{{- $problems = append $problems (printf "%s.serviceMonitor and %s.podMonitor would have it scraped twice: choose one." $name $name) -}}
{{- end -}}
{{- end -}}
{{- with $v.analyzer.web -}}
{{- if and .tokenReview (not .accessSecret.name) -}}
{{- $problems = append $problems "analyzer.web.tokenReview needs analyzer.web.accessSecret.name: the access file says what tokens may." -}}
{{- end -}}
{{- if and .tokenReviewAudience (not .tokenReview) -}}
{{- $problems = append $problems "analyzer.web.tokenReviewAudience needs analyzer.web.tokenReview." -}}
{{- end -}}
{{- end -}}
{{- range $name := list "analyzer" "exporter" -}}
{{- $program := index $v $name -}}
{{- $others := or $program.serviceMonitor.enabled $program.podMonitor.enabled (and (eq $name "analyzer") $v.analyzer.ingress.enabled) -}}
{{- if and $program.networkPolicy.enabled $others (not $program.networkPolicy.from) -}}
{{- $problems = append $problems (printf "%s.networkPolicy would keep away who scrapes it or leads to it: name these by %s.networkPolicy.from." $name $name) -}}
{{- end -}}
{{- end -}}
{{- if and $v.analyzer.ingress.enabled (not $v.analyzer.ingress.hosts) -}}
{{- $problems = append $problems "analyzer.ingress needs analyzer.ingress.hosts: the names by which it is asked for." -}}
{{- end -}}
{{- if $problems -}}
{{- fail (join "\n" (prepend $problems "")) -}}
{{- end -}}
{{- end -}}
