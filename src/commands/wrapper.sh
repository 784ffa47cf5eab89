#!/bin/sh
# Runs a command as the service's user if root types it. That user cannot open root's files: they are opened here, and passed on.
program={{program}}
if [ "$(id -u)" != 0 ] || [ "${1-}" = setup ]; then exec $program "$@"; fi
as_service() { setpriv --reuid=sobremesa --regid=sobremesa --init-groups --reset-env $program "$@"; }
if [ "${1-}" = backup ] && [ "${2--}" != - ]; then
  [ ! -e "$2" ] || { echo "sobremesa: $2 ya existe" >&2; exit 1; }
  umask 077
  set -C
  as_service backup - > "$2" || { rm "$2"; exit 1; }
  exit
fi
before=
for word; do
  shift
  if [ "${before#--}" = "$before" ] && [ -f "$word" ]; then exec < "$word"; word=-; fi
  before=$word
  set -- "$@" "$word"
done
as_service "$@"
