#!/bin/sh
# Runs Litestream for the server beside it. With a folder it waits until the server has made the folder its own, so that a
# second server, such as a copy of this machine, never writes into it.
set -eu

litestream=node_modules/@flydotio/litestream-linux-x64/litestream
[ -x "$litestream" ] || litestream=litestream

if [ -n "${STANDBY_URL:-}" ]; then
  exec "$litestream" replicate -config deploy/litestream-remote.yml
elif [ -z "${STANDBY_DIR:-}" ]; then
  echo 'STANDBY_DIR is not set.' >&2
  exit 1
fi

owner_is_here() {
  id=$(sed -n 's/^{"id":"\([^"]*\)".*/\1/p' "$STANDBY_DATABASE.standby" 2>/dev/null) || return 1
  [ -n "$id" ] && grep -qsF "{\"id\":\"$id\"" "$STANDBY_DIR/owner.json"
}

owner_is_here || echo "Waiting for the server to use $STANDBY_DIR."
until owner_is_here; do sleep 1; done
exec "$litestream" replicate -config deploy/litestream.yml
