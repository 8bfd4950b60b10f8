#!/usr/bin/env bash
# Walks deploy/README.md's section for Debian as a newcomer would, in an empty Debian 13 that this script makes, up to the
# product behind TLS, and prints the seconds of each line. The lines are read from that file, so what it says is what was tried.
#   apt-get install --yes debootstrap && deploy/try-on-debian.sh [FOLDER]
# As root, with Node and npm here, 3 GB at FOLDER, and ports 80, 443, 3000, 3001 and 5432 free. There is no systemd in a folder: the unit's own command and
# variables are started in its place, and Caddy with a certificate of its own. Chains, rates, bank and mail are played by the
# sandbox, whose bank refuses a live key: the doctor says so, and everything else has to be well.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d "${1:-/tmp}/kobogate-debian-XXXXXX")
root=$folder/root
chmod 755 "$folder"
inside() { chroot "$root" /usr/bin/env -i HOME=/srv PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
  npm_config_cafile=/etc/ssl/certs/ca-certificates.crt /bin/bash -euc "$1"; }
timed() {
  local begin=$SECONDS
  "${@:2}" > "$folder/step.log" 2>&1 || { echo "failed: $1" >&2; tail -n 40 "$folder/step.log" >&2; exit 1; }
  printf '%5d s  %s\n' $((SECONDS - begin)) "$1"
}
clean_up() {
  for process in /proc/[0-9]*; do
    if [ "$(readlink "$process/root" 2> /dev/null)" = "$root" ]; then kill "${process#/proc/}" 2> /dev/null || true; fi
  done
  [ -z "${sandbox:-}" ] || kill "$sandbox" 2> /dev/null || true
  sleep 3
  umount "$root/proc" 2> /dev/null || true
  # Where it could not be unmounted, this machine's own /proc is not entered.
  rm -rf --one-file-system "$folder" || true
}
trap clean_up EXIT

# This machine's part: what plays chains, rates, bank and mail.
build_sandbox() (
  cd "$here" && npm run build && node --input-type=module --eval "(await import('./scripts/lib/build.mjs')).build(['sandbox'])"
)
timed 'the sandbox, built on this machine: not counted' build_sandbox
started=$SECONDS

timed 'an empty Debian 13' debootstrap --variant=minbase --include=ca-certificates,git,openssl trixie "$root"
mount --bind /proc "$root/proc"
# The packages come the same way as this machine's.
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
inside 'apt-get update -qq'
timed 'the repository' git clone --quiet --depth 1 "file://$here" "$root/srv/kobogate"

SANDBOX_PORT=3001 DATA_DIR="$folder/sandbox" SANDBOX_CALLBACK_URL=http://localhost:3000/api/callbacks/ \
  node "$here/apps/sandbox/dist/main.js" > "$folder/sandbox.log" 2>&1 &
sandbox=$!

# Steps 1 to 3 of the walk.
keys() {
  inside 'cd /srv/kobogate && apt-get install --yes --no-install-recommends nodejs npm && npm run keys -- new --out /srv/words && npm run keys -- export < /srv/words'
}
timed 'keys, on what would be the offline machine' keys
signer=$(grep -oE 'KEYS_SIGNER +[0-9a-f]{64}' "$folder/step.log" | grep -oE '[0-9a-f]{64}')
for _ in $(seq 120); do outside=$(curl -sf http://127.0.0.1:3001/control/environment) && break || sleep 1; done
[ -n "$outside" ] || { echo 'The sandbox does not answer:' >&2; tail -n 20 "$folder/sandbox.log" >&2; exit 1; }
of() { printf '%s' "$outside" | node -e 'process.stdin.on("data", (text) => console.log(JSON.parse(text)[process.argv[1]]))' "$1"; }
cat > "$root/srv/kobogate/kobogate.env" << END
PUBLIC_ORIGIN=https://pay.example
TRUST_PROXY=1
DATABASE_URL=postgres://kobogate:the-password-in-DATABASE_URL@localhost/kobogate
SECRETS_KEY=$(openssl rand -base64 32)
ADMIN_EMAIL=owner@pay.example
SMTP_URL=$(of SMTP_URL)
MAIL_FROM='Kobogate <no-reply@pay.example>'
KEYS_FILE=/etc/kobogate/kobogate-keys.txt
KEYS_SIGNER=$signer
RPC_BASE=$(of RPC_BASE)
CONFIRMATIONS_BASE=1:50000,3:5000000,6
COINBASE_URL=$(of COINBASE_URL)
LUNO_URL=$(of LUNO_URL)
BUDPAY_URL=$(of BUDPAY_URL)
BUDPAY_SECRET_KEY=sk_live_$(openssl rand -hex 12)
BUDPAY_PUBLIC_KEY=pk_live_$(openssl rand -hex 12)
END

unit='cd /opt/kobogate && mkdir -p /var/lib/kobogate && set -a && . /etc/kobogate/kobogate.env && export $(grep -oP "^Environment=\K.*" /etc/systemd/system/kobogate.service) && exec $(grep -oP "^ExecStart=\K.*" /etc/systemd/system/kobogate.service)'
start_server() {
  inside "$unit" > "$folder/server.log" 2>&1 &
  for _ in $(seq 120); do
    curl -sf -o "$folder/ready" http://localhost:3000/api/ready && return 0
    sleep 1
  done
  tail -n 20 "$folder/server.log"
  return 1
}
start_caddy() {
  sed -i 's/^pay.example {/&\n\ttls internal/' "$root/etc/caddy/Caddyfile"
  inside 'XDG_DATA_HOME=/var/lib/caddy exec caddy run --config /etc/caddy/Caddyfile' > "$folder/caddy.log" 2>&1 &
  local authority=$root/var/lib/caddy/caddy/pki/authorities/local/root.crt
  for _ in $(seq 60); do
    curl -sf --cacert "$authority" --resolve pay.example:443:127.0.0.1 -o "$folder/page" https://pay.example/login && return 0
    sleep 1
  done
  tail -n 20 "$folder/caddy.log"
  return 1
}
start_database() { inside 'pg_ctlcluster "$(ls /etc/postgresql)" main start'; }
doctor() {
  inside "cd /srv/kobogate && $1" || true
  [ "$(grep -c '^✗' "$folder/step.log")" = 1 ] && grep -q '^✗ payout rail budpay' "$folder/step.log"
}

while IFS= read -r line; do
  command=$(sed 's/ *#.*//' <<< "$line")
  case $command in
    'systemctl enable --now kobogate') timed "$command" start_server ;;
    'systemctl reload caddy') timed "$command, until the product answers behind TLS" start_caddy ;;
    *doctor) timed "$command" doctor "$command" ;;
    *) timed "$command" inside "cd /srv/kobogate && $command" ;;
  esac
  case $command in *postgresql*) timed 'the database, which systemd would have started' start_database ;; esac
done < <(sed -n '/^### Debian/,/^### /p' "$here/deploy/README.md" | sed -n '/^```/,/^```/p' | grep -v '^```')

curl -sf "http://127.0.0.1:3001/control/mail?to=owner@pay.example" | grep -q 'Set your Kobogate password'
printf '%5d s  in all; the first administrator has the mail with the link\n' $((SECONDS - started))
