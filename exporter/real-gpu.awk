# Holds what nvidia-smi said against the page, for real-gpu.sh: the table of comparisons, then what was recorded in a
# phase. Prints Markdown, and appends "COMPARED DIFFERENT" to the file counts. With print_table only the table.

function bare(text) {
    gsub(/^ +| +$/, "", text)
    return text
}

function plain(number) {
    return sprintf("%.12g", number)
}

function shown(number) {
    return number == int(number) ? plain(number) : sprintf("%.6g", number)
}

# nvidia-smi's words for nothing: N/A, [N/A], [Not Supported], [Unknown Error] and others in brackets.
function absent(text) {
    return text == "" || text == "N/A" || text ~ /^\[.*\]$/
}

function numeric(text) {
    if (text ~ /^(Yes|Enabled)$/) return 1
    if (text ~ /^(No|Disabled)$/) return 0
    sub(/^P/, "", text)
    return text + 0
}

function label(labels, name) {
    if (!match(labels, "[{,]" name "=\"[^\"]*\"")) return ""
    return substr(labels, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
}

# A difference; what arithmetic leaves of none is none.
function apart(x, y) {
    return distance(x, y) < 1e-9 ? 0 : shown(y - x)
}

function tolerance(row) {
    if (!fixed[row] && !percent[row]) return "none"
    return (fixed[row] ? shown(fixed[row]) : "") (fixed[row] && percent[row] ? " + " : "") \
        (percent[row] ? percent[row] " %" : "")
}

FNR == NR && /^#/ { next }

FNR == NR {
    split($0, column, "|")
    rows++
    for (i = 1; i <= 8; i++) column[i] = bare(column[i])
    field[rows] = column[1]; page[rows] = column[2]; times[rows] = column[3]; how[rows] = column[4]
    fixed[rows] = column[5]; percent[rows] = column[6]; otherwise[rows] = column[7]; why[rows] = column[8]
    # Which families the page is looked through for.
    split(column[2], part, " / ")
    for (i in part) {
        family = part[i]
        sub(/[{:].*/, "", family)
        wanted[family] = 1
    }
    split("", part)
    if (!place_of_fields) {
        place_of_fields = split(fields, name_at, ",")
        for (i = 1; i <= place_of_fields; i++) place[name_at[i]] = i
    }
    next
}

/^T / { close_round(); rounds++; at = $2 + 0; if (rounds == 1) begun = at }
/^P / { if ($2 > memory) memory = $2; used = $3; if (rounds == 1) used_before = $3 }
/^S / { said(substr($0, 3)) }
/^A / { computing[substr($0, 3)]++ }
/^M / { paged(substr($0, 3)) }

function said(line,    n, value, uuid, i) {
    n = split(line, value, ", ")
    uuid = bare(value[place["uuid"]])
    if (!(uuid in gpu_number)) {
        gpus++
        gpu_number[uuid] = bare(value[place["index"]])
        gpu[gpus] = uuid
    }
    for (i = 1; i <= n; i++) smi[uuid, name_at[i]] = bare(value[i])
    smi[uuid, "(compute processes)"] = 0
}

function paged(line,    brace, name, labels, value, uuid, i) {
    match(line, /[{ ]/)
    brace = RSTART
    name = substr(line, 1, brace - 1)
    measure(name, line)
    if (!(name in wanted)) return
    value = line
    sub(/.* /, "", value)
    labels = substr(line, brace, length(line) - brace - length(value))
    uuid = ""
    if (match(labels, /[{,](uuid|UUID)="[^"]*"/)) uuid = substr(labels, RSTART + 7, RLENGTH - 8)
    if (labels ~ /[{,](instance_id|GPU_I_ID)="/) {
        parted[uuid, name] = 1
        return
    }
    if (name == "gpu_info") {
        on_page[uuid] = 1
        info[uuid] = labels
    }
    sample[name, uuid]++
    of[name, uuid, sample[name, uuid]] = labels
    is[name, uuid, sample[name, uuid]] = value
}

# How long the exporter says that it took. Its collector of events is left out: it waits for them.
function measure(name, text,    key, value) {
    if (name == "gpu_exporter_collector_duration_seconds") key = "cycle of the collector " label(text, "collector")
    else if (name == "gpu_exporter_fields_latency_seconds") key = "of it, the driver for fields, " label(text, "pace")
    else return
    if (key ~ / events$/) return
    value = text
    sub(/.* /, "", value)
    if (!(key in taken)) measure_at[++measured] = key
    taken[key]++
    took[key] += value
    if (value + 0 > longest[key]) longest[key] = value + 0
}

# A series of the page, by family and one label; of the node where it is of no GPU.
function series(text, uuid,    name, wish, i) {
    name = text
    wish = ""
    if (match(text, /[{].*[}]/)) {
        wish = substr(text, RSTART + 1, RLENGTH - 2)
        name = substr(text, 1, RSTART - 1)
    }
    if (!((name, uuid) in sample)) uuid = ((name, "") in sample) ? "" : uuid
    for (i = 1; i <= sample[name, uuid]; i++) {
        if (wish == "" || index(of[name, uuid, i], wish)) return is[name, uuid, i]
    }
    return ""
}

function ours(row, uuid,    part, value) {
    if (how[row] == "text") {
        split(page[row], part, ":")
        value = label(info[uuid], part[2])
    } else if (how[row] == "rate") {
        return rated(row, uuid)
    } else {
        value = series(page[row], uuid)
    }
    return value == "" ? otherwise[row] : value
}

# Remembers where both counters began and where they are.
function rated(row, uuid,    part, upper, lower) {
    split(page[row], part, " / ")
    upper = series(part[1], uuid)
    lower = series(part[2], uuid)
    if (upper == "" || lower == "") return ""
    if (!((row, uuid) in first_upper)) {
        first_upper[row, uuid] = upper + 0
        first_lower[row, uuid] = lower + 0
    }
    last_upper[row, uuid] = upper + 0
    last_lower[row, uuid] = lower + 0
    return 1
}

# Whether this nvidia-smi knows the field.
function asked(row) {
    return field[row] ~ /^\(/ || field[row] in place
}

function close_round(    i, row, uuid) {
    if (!rounds) return
    for (uuid in computing) smi[uuid, "(compute processes)"] = computing[uuid]
    for (i = 1; i <= gpus; i++) {
        for (row = 1; row <= rows; row++) {
            if (asked(row)) hold(row, gpu[i], smi[gpu[i], field[row]], ours(row, gpu[i]))
        }
    }
    split("", sample); split("", of); split("", is); split("", info); split("", smi); split("", computing)
}

# One round of one reading of one GPU.
function hold(row, uuid, theirs, our,    key, x, y, excess) {
    key = row SUBSEP uuid
    if (absent(theirs) || our == "") {
        word[key] = theirs
        if (!absent(theirs)) only_smi[key]++
        else if (our != "" && our != otherwise[row]) { only_page[key]++; alone[key] = our }
        return
    }
    both[key]++
    if (how[row] == "text") {
        excess = tolower(theirs) != tolower(our)
        x = theirs
        y = our
    } else {
        x = numeric(theirs) * times[row]
        y = our + 0
        sum_x[key] += x
        sum_y[key] += y
        excess = distance(x, y) - allowed(row, x)
    }
    if (excess > 1e-9) off[key]++
    if (both[key] == 1 || excess > worst[key]) { worst[key] = excess; worst_x[key] = x; worst_y[key] = y }
}

function distance(x, y) {
    return x > y ? x - y : y - x
}

function allowed(row, x) {
    return fixed[row] + percent[row] / 100 * (x < 0 ? -x : x)
}

function tell(row, uuid, x, y, difference, bad) {
    compared++
    different += bad
    printf "| %s | `%s` | %s | %s | %s | %s ", gpu_number[uuid], page[row], field[row], x, y, difference
    printf "| %s | %s, %s | %s |\n", how[row], tolerance(row), why[row], bad ? "**NOT**" : "ok"
}

# Whether one reading of one GPU agrees over the phase.
function judge(row, uuid,    key, family) {
    key = row SUBSEP uuid
    family = page[row]
    sub(/[{: ].*/, "", family)
    if (both[key] + only_smi[key] + only_page[key] == 0) neither = listed(neither, field[row])
    else if (!both[key] && !only_page[key] && ((uuid, family) in parted)) instances = listed(instances, family)
    else if (only_smi[key] > both[key]) tell(row, uuid, word[key], "none", "", 1)
    else if (only_page[key] > both[key]) tell(row, uuid, word[key], how[row] == "rate" ? "some" : alone[key], "", 1)
    else if (how[row] == "text") tell(row, uuid, worst_x[key], worst_y[key], "", off[key] > 0)
    else if (how[row] == "each") judged(row, uuid, worst_x[key], worst_y[key], off[key] > 0)
    else if (how[row] == "most") judged(row, uuid, worst_x[key], worst_y[key], off[key] * 2 > both[key])
    else if (how[row] == "mean") means(row, uuid, sum_x[key] / both[key], sum_y[key] / both[key])
    else if (last_lower[key] <= first_lower[key]) tell(row, uuid, shown(sum_x[key] / both[key]), "no time", "", 1)
    else means(row, uuid, sum_x[key] / both[key], \
        (last_upper[key] - first_upper[key]) / (last_lower[key] - first_lower[key]))
}

function means(row, uuid, x, y) {
    judged(row, uuid, x, y, distance(x, y) > allowed(row, x) + 1e-9)
}

function judged(row, uuid, x, y, bad) {
    tell(row, uuid, shown(x), shown(y), apart(x, y), bad)
}

function listed(text, name) {
    if (index(", " text ", ", ", " name ", ")) return text
    return text (text == "" ? "" : ", ") name
}

END {
    if (print_table) {
        print "| nvidia-smi | on the page | compared | may differ by | because |"
        print "|---|---|---|---|---|"
        for (row = 1; row <= rows; row++) {
            printf "| %s | `%s` | %s | %s | %s |\n", field[row], page[row], how[row], tolerance(row), why[row]
        }
        exit
    }
    close_round()
    print "## Phase: " phase
    print ""
    print rounds " rounds. All in the page's units."
    print ""
    print "| GPU | on the page | nvidia-smi | its value | ours | difference | compared | tolerance, and why | |"
    print "|---|---|---|---:|---:|---:|---|---|---|"
    for (i = 1; i <= gpus; i++) {
        for (row = 1; row <= rows; row++) {
            if (asked(row)) judge(row, gpu[i])
        }
    }
    for (uuid in on_page) {
        if (!(uuid in gpu_number)) {
            compared++
            different++
            print "| | `gpu_info` | uuid | none | " uuid " | | text | | **NOT** |"
        }
    }
    print ""
    print "Given by neither: " (neither == "" ? "nothing" : neither) "."
    if (instances != "") print "Given for MIG instances only, and not compared: " instances "."
    print ""
    print "| measure | mean | highest |"
    print "|---|---:|---:|"
    for (i = 1; i <= measured; i++) {
        key = measure_at[i]
        printf "| %s | %.2f ms | %.2f ms |\n", key, took[key] / taken[key] * 1000, longest[key] * 1000
    }
    printf "| RSS of the exporter | | %.1f MiB |\n", memory / 1024
    if (at > begun) {
        printf "| CPU of the exporter, of one core | %.2f %% | |\n", (used - used_before) / ticks / (at - begun) * 100
    }
    print compared + 0, different + 0 >> counts
}
