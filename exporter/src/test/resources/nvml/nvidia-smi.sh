#!/usr/bin/env bash
# A double of nvidia-smi for two GPUs, which says what stands in numbers.txt beside it: lines of `FIELD VALUE`. What
# stands nowhere it does not know, and refuses as the real one does.
set -euo pipefail
folder=$(dirname "$0")
for argument in "$@"; do
    case $argument in
        --query-gpu=*) fields=${argument#*=} ;;
        --query-compute-apps=*)
            sed -n 's/^process //p' "$folder/numbers.txt"
            exit
            ;;
    esac
done
awk -v fields="$fields" '
    { field = $1; sub(/[^ ]+ /, ""); value[field] = $0 }
    END {
        value["index"] = value["uuid"] = value["pci.bus_id"] = "its own"
        n = split(fields, asked, ",")
        for (i = 1; i <= n; i++) {
            if (!(asked[i] in value)) {
                printf "Field \"%s\" is not a valid field to query.\n\n", asked[i]
                exit 2
            }
        }
        for (gpu = 0; gpu < 2; gpu++) {
            value["index"] = gpu
            value["uuid"] = sprintf("GPU-%08d-0000-4000-8000-000000000000", gpu)
            value["pci.bus_id"] = sprintf("00000000:%d:00.0", 10 + gpu)
            for (i = 1; i <= n; i++) printf "%s%s", value[asked[i]], i < n ? ", " : "\n"
        }
    }' "$folder/numbers.txt"
