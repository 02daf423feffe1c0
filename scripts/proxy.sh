#!/usr/bin/env bash
# Tries what docs/serve.md says for those who run the server for others, word for word: the unit with `systemd-analyze verify`, and
# nginx and Caddy before it, through which a match is played and its events are heard. Not part of ./test.sh: it needs these
# programs (on Debian: apt install nginx-light caddy systemd) and a network of its own, so that it disturbs nobody's ports.
# `scripts/proxy.sh BINARY` takes that program.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${FRACAS_PROXY_INSIDE:-}" != yes ]; then
    target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
    FRACAS_PROXY_INSIDE=yes exec unshare --map-root-user --net --mount "$0" "$(realpath "${1:-$target/release/fracas}")"
fi
ip link set lo up
fracas=$1
work=$(mktemp -d)
running=()
trap 'kill "${running[@]}" 2>/dev/null || true; wait; rm -rf "$work"' EXIT

# The first block of this kind on the page.
block() { awk -v kind="\`\`\`$1" '$0 == kind { on = 1; next } $0 == "```" { if (on) exit } on' docs/serve.md; }

# The unit, at the place where systemd looks for one; the program it names need only be there.
mkdir -p "$work/system" "$work/bin"
block ini >"$work/system/fracas.service"
install -m 755 "$fracas" "$work/bin/fracas"
mount --bind "$work/bin" /usr/local/bin
told=$(systemd-analyze verify "$work/system/fracas.service" 2>&1 | grep -i fracas.service || true)
[ -z "$told" ] || { echo "$told"; exit 1; }
echo "systemd-analyze verify: nothing is wrong with the unit"

# What the unit runs, by its own line, with folders of this test's.
name=fracas.example.org
echo 0123456789abcdef0123456789abcdef >"$work/token"
line=$(sed -n 's/^ExecStart=//p' "$work/system/fracas.service")
line=${line//\/etc\/fracas\/token/$work/token}
line=${line//\/var\/lib\/fracas/$work/data}
$line >"$work/said" 2>"$work/log" &
running+=($!)
for _ in $(seq 100); do grep -qs '^fracas is at' "$work/said" && break; sleep 0.1; done

# A certificate of nobody's.
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj "/CN=$name" -keyout "$work/$name.key" -out "$work/$name.pem" 2>/dev/null

ask() { curl -sk --fail-with-body --resolve "$name:443:127.0.0.1" "$@"; }
at=https://$name/api/v1

# A match from making to the first order, and its events, through whatever stands before the server.
play() {
    local made id seats heard
    [ "$(ask -o /dev/null -w '%{http_code}' "$at/library" || true)" = 401 ]
    made=$(jq -n --rawfile text examples/battlescape/mirror_yard.toml \
        '{source: {text: $text}, seats: [{side: "player"}, {side: "enemy"}]}' |
        ask "$at/matches" -H "authorization: Bearer $(cat "$work/token")" -H "origin: https://$name" -H 'content-type: application/json' -d @-)
    id=$(jq -r .id <<<"$made")
    mapfile -t seats < <(jq -r '.seats[].secret' <<<"$made")
    post() { ask "$at/matches/$id/$2" -H "authorization: Seat ${seats[$1]}" -H 'content-type: application/json' -d "$3"; }
    post 0 join '{"name": "Ada", "number": 17}' >/dev/null
    post 1 join '{"name": "Ben", "number": 4}' >/dev/null
    heard=$work/heard
    ask -N "$at/matches/$id/events" -H "authorization: Seat ${seats[1]}" >"$heard" &
    local listener=$!
    lines() { grep -c '^event: changed' "$heard" || true; }
    for _ in $(seq 100); do [ "$(lines)" -ge 1 ] && break; sleep 0.1; done
    [ "$(lines)" = 1 ]
    post 0 orders '{"order": "end phase"}' | jq -e '.match.to_act == "enemy"' >/dev/null
    # The line stays open, so what comes now was not kept back by anybody.
    for _ in $(seq 100); do [ "$(lines)" -ge 2 ] && break; sleep 0.1; done
    [ "$(lines)" = 2 ] && kill -0 "$listener"
    kill "$listener" && wait "$listener" 2>/dev/null || true
    # The other names are not the server's.
    [ "$(curl -sk -o /dev/null -w '%{http_code}' --resolve "evil.example:443:127.0.0.1" https://evil.example/healthz || true)" != 200 ]
    echo "$1: a match is made and played, its events come at once"
}

block nginx | sed "s|/etc/ssl/|$work/|" >"$work/site.conf"
cat >"$work/nginx.conf" <<END
user root;
pid $work/nginx.pid;
error_log $work/nginx.log;
events {}
http { access_log off; include $work/site.conf; }
END
nginx -c "$work/nginx.conf" -g 'daemon off;' 2>>"$work/nginx.log" &
proxy=$!
running+=("$proxy")
sleep 1
play nginx
kill "$proxy" && wait "$proxy" 2>/dev/null || true

# Caddy would ask the world for a certificate; here it makes its own.
{ echo '{ local_certs
skip_install_trust
admin off
}'; block caddy; } >"$work/Caddyfile"
XDG_DATA_HOME=$work/caddy XDG_CONFIG_HOME=$work/caddy caddy run --config "$work/Caddyfile" --adapter caddyfile 2>"$work/caddy.log" &
running+=($!)
for _ in $(seq 100); do ask -o /dev/null "https://$name/healthz" 2>/dev/null && break; sleep 0.2; done
play Caddy
