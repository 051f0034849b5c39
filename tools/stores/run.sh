#!/usr/bin/env bash
# Writes and reads arrays in servers of this machine: S3 (moto), WebDAV (rclone), and files without ranges (Python's).
set -euo pipefail
cd "$(dirname "$0")"

folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet 'moto[server]==5.2.1' 'boto3==1.40.*'
cargo build --locked --quiet

mkdir "$folder/files" "$folder/webdav"
"$folder/venv/bin/moto_server" -H 127.0.0.1 -p 9511 >"$folder/s3.log" 2>&1 &
rclone serve webdav "$folder/webdav" --addr 127.0.0.1:9512 >"$folder/webdav.log" 2>&1 &
python3 -m http.server --bind 127.0.0.1 --directory "$folder/files" 9513 >"$folder/files.log" 2>&1 &
for port in 9511 9512 9513; do
    for _ in $(seq 100); do
        (: >/dev/tcp/127.0.0.1/$port) 2>/dev/null && break
        sleep 0.2
    done
done
curl -sf -X PUT http://127.0.0.1:9511/arrays >/dev/null
target/debug/static-layout-stores http://127.0.0.1:9511 http://127.0.0.1:9512 http://127.0.0.1:9513 "$folder/files"
