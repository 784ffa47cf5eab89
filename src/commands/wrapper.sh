#!/bin/sh
# Runs a command as the service's user if root types it. That user cannot open root's files: they are opened here, and passed on.
program={{program}}
if [ "$(id -u)" != 0 ] || [ "${1-}" = setup ]; then exec $program "$@"; fi
as_service() { setpriv --reuid=sobremesa --regid=sobremesa --init-groups --reset-env $program "$@"; }
case "${1-} ${2--}" in
"backup -"*) ;;
"backup "*)
  [ ! -e "$2" ] || { echo "sobremesa: $2 ya existe" >&2; exit 1; }
  umask 077
  set -C
  as_service backup - > "$2" || { rm "$2"; exit 1; }
  exit ;;
esac
# FILE comes after the command's words, and is no option's value.
words=99 before=
case "${1-}" in check | import | restore) words=1 ;; map) words=2 ;; esac
for word; do
  shift
  case $before in --yes | --partial | [!-]*) [ $words -gt 0 ] || [ ! -f "$word" ] || { exec < "$word"; word=-; } ;; esac
  words=$((words - 1)) before=$word
  set -- "$@" "$word"
done
as_service "$@"
