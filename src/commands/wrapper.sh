#!/bin/sh
# Runs a command as the service's user if root types it. That user cannot open root's FILE: it is opened here, and
# passed on as standard input, unless it lies in a folder of that user's, who could lead root to any file by a link.
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
is_roots() { [ -f "$1" ] && [ "$(stat -Lc %U -- "$(dirname -- "$1")")" != sobremesa ]; }
# FILE comes after the command's words, and is no option's value.
words=99 before=
case "${1-}" in check | import | restore) words=1 ;; map) words=2 ;; esac
for word; do
  shift
  case $before in
  --yes | --partial | [!-]*) [ $words -gt 0 ] || ! is_roots "$word" || { exec < "$word"; word=-; } ;;
  esac
  words=$((words - 1)) before=$word
  set -- "$@" "$word"
done
as_service "$@"
