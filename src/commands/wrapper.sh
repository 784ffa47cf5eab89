#!/bin/sh
# Runs a command as the service's user if root types it. A FILE that this user cannot read is opened here, and passed
# on as standard input, unless it lies in a folder of that user's, who could lead root to any file by a link.
program={{program}}
if [ "$(id -u)" != 0 ] || [ "${1-}" = setup ]; then exec $program "$@"; fi
as_service() { setpriv --reuid=sobremesa --regid=sobremesa --init-groups --reset-env "$@"; }
is_roots() { [ -f "$1" ] && [ "$(stat -Lc %U -- "$(dirname -- "$1")")" != sobremesa ]; }
remove_at_end() { made=$1; trap 'rm -rf -- "$made"' EXIT; trap 'exit 130' HUP INT TERM; }
# FILE follows the command's words, among options at any place.
command='' before='' file='' copy=''
for word; do
  shift
  case $before:$command:$word in
  --env:* | --around:* | *:-?*) ;;
  *:backup:-) ;;
  *:backup:*) copy=$word word=- ;;
  *:check:* | *:import:* | *:restore:* | *:"map import":*)
    if [ -n "$file" ] || ! is_roots "$word"; then :
    elif [ "$command" = restore ] && real=$(realpath -- "$word") && [ -s "$real-wal" ]; then
      # Standard input takes one file, and a database with its log is two.
      folder=$(mktemp -d) && remove_at_end "$folder" && cp -- "$real" "$real-wal" "$folder" &&
        chown -R sobremesa "$folder" || exit 1
      word=$folder/$(basename -- "$real")
    elif ! as_service test -r "$word"; then exec < "$word"; word=-
    fi
    file=$word ;;
  *) command=${command:+$command }$word ;;
  esac
  before=$word
  set -- "$@" "$word"
done
[ -n "$copy" ] || { as_service $program "$@"; exit; }
[ ! -e "$copy" ] || { echo "sobremesa: $copy ya existe" >&2; exit 1; }
umask 077
set -C
remove_at_end "$copy"
as_service $program "$@" > "$copy" || exit 1
trap - EXIT
