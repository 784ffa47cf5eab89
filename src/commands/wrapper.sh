#!/bin/sh
# Runs a command as the service's user if root types it. That user cannot open root's FILE: it is opened here, and
# passed on as standard input, unless it lies in a folder of that user's, who could lead root to any file by a link.
program={{program}}
if [ "$(id -u)" != 0 ] || [ "${1-}" = setup ]; then exec $program "$@"; fi
as_service() { setpriv --reuid=sobremesa --regid=sobremesa --init-groups --reset-env $program "$@"; }
is_roots() { [ -f "$1" ] && [ "$(stat -Lc %U -- "$(dirname -- "$1")")" != sobremesa ]; }
# FILE follows the command's words, among options at any place.
command='' before='' file='' copy=''
for word; do
  shift
  case $before:$command:$word in
  --env:* | --around:* | *:-?*) ;;
  *:backup:-) ;;
  *:backup:*) copy=$word word=- ;;
  *:check:* | *:import:* | *:restore:* | *:"map import":*)
    [ -n "$file" ] || ! is_roots "$word" || { exec < "$word"; word=-; }
    file=$word ;;
  *) command=${command:+$command }$word ;;
  esac
  before=$word
  set -- "$@" "$word"
done
[ -n "$copy" ] || { as_service "$@"; exit; }
[ ! -e "$copy" ] || { echo "sobremesa: $copy ya existe" >&2; exit 1; }
umask 077
set -C
as_service "$@" > "$copy" || { rm "$copy"; exit 1; }
