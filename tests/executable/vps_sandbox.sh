# Runs FOLDER/script.sh as on a fresh machine: on an overlay of this one's files, in its own namespaces, with a systemctl that
# simulates systemd as far as possible. Usage: vps_sandbox.sh FOLDER EXECUTABLE
set -e
folder=$1 executable=$2 root=/mnt
mount --make-rprivate /
mkdir "$folder/scratch"
mount -t tmpfs tmpfs "$folder/scratch"
mkdir "$folder/scratch/upper" "$folder/scratch/work"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/scratch/upper,workdir=$folder/scratch/work" $root
mount -t proc proc $root/proc
mount --rbind /dev $root/dev
mount -t tmpfs tmpfs $root/tmp
mount -t tmpfs tmpfs $root/run
ip link set lo up
rm -rf $root/etc/sobremesa $root/etc/sobremesa.env $root/var/lib/sobremesa
mkdir -p $root/root/vps $root/etc/systemd/system
cp "$executable" $root/root/vps/sobremesa
cp "$folder/script.sh" $root/root/script.sh
[ ! -d "$folder/files" ] || cp "$folder/files/"* $root/root/vps

echo "127.0.0.1 mesa.example tablero.mesa.example" >> $root/etc/hosts

cat > $root/usr/local/bin/systemctl <<'SYSTEMCTL'
#!/bin/sh
# Simulates systemd for the units of this test.
set -e
unit=/etc/systemd/system/sobremesa.service
lines() { sed -n "s/^$1=//p" $unit; }
user=$(lines User)
# Replaces its subshell. A unit's user gets the state directory, an invocation id, and the variables of the file that the unit names.
as_unit() {
  cd /var/lib/sobremesa
  exec setpriv --reuid="$user" --regid="$user" --clear-groups env -i STATE_DIRECTORY=/var/lib/sobremesa INVOCATION_ID=1 PATH=/usr/bin:/bin \
    $(grep -v '^#' /etc/sobremesa.env) "$@"
}
start() {
  # Or the loop below could read "serving" in the log of the start before.
  : > /var/log/sobremesa.log
  (as_unit $(lines ExecStart)) > /var/log/sobremesa.log 2>&1 &
  echo $! > /run/sobremesa.pid
  for _ in $(seq 200); do grep -q '"serving"' /var/log/sobremesa.log && return; sleep 0.05; done
  cat /var/log/sobremesa.log; return 1
}
stop() {
  kill "$(cat /run/sobremesa.pid)"
  while kill -0 "$(cat /run/sobremesa.pid)" 2>/dev/null; do sleep 0.05; done
  rm /run/sobremesa.pid
}
case "$*" in
  # systemd-analyze prints what it does not understand without failing.
  daemon-reload)
    problems=$(systemd-analyze verify /etc/systemd/system/sobremesa*.service 2>&1) || { echo "$problems"; exit 1; }
    [ -z "$problems" ] || { echo "$problems"; exit 1; } ;;
  "enable --now sobremesa") install -d -o "$user" -g "$user" -m 0700 /var/lib/sobremesa; start ;;
  "start sobremesa") start ;;
  "enable sobremesa") install -d -o "$user" -g "$user" -m 0700 /var/lib/sobremesa ;;
  "restart sobremesa") [ ! -e /run/sobremesa.pid ] || stop; start ;;
  "reload sobremesa")
    lines ExecReload | while read -r line; do
      (as_unit sh -c "MAINPID=$(cat /run/sobremesa.pid); $line") || exit 1
    done ;;
  "stop sobremesa") stop ;;
  "start sobremesa-copies")
    unit=/etc/systemd/system/sobremesa-copies.service
    sed -n 's/^Exec[A-Za-z]*=//p' $unit | while read -r line; do
      (as_unit $(lines Environment) $line) < /dev/null || exit 1
    done ;;
  "enable --now sobremesa-copies.timer") grep -q OnCalendar /etc/systemd/system/sobremesa-copies.timer ;;
  # Caddy signs its own certificates, because no other authority can check these names; the machine trusts it.
  "reload caddy")
    caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile
    sed '0,/^{$/s//{\n\tlocal_certs\n\tskip_install_trust/' /etc/caddy/Caddyfile > /run/Caddyfile
    export XDG_DATA_HOME=/run XDG_CONFIG_HOME=/run
    [ ! -e /run/caddy ] || caddy stop > /dev/null 2>&1 || true
    caddy start --config /run/Caddyfile --adapter caddyfile > /dev/null 2>&1
    install -m 0644 /run/caddy/pki/authorities/local/root.crt /usr/local/share/ca-certificates/caddy.crt
    update-ca-certificates > /dev/null 2>&1 ;;
  *) echo "systemctl $*: not simulated" >&2; exit 1 ;;
esac
SYSTEMCTL
cat > $root/usr/local/bin/sudo <<'SUDO'
#!/bin/sh
# Simulates sudo for root: another user's ids and an environment without root's.
[ "$1" = -u ] || { echo "sudo $*: not simulated" >&2; exit 1; }
user=$2
shift 2
exec setpriv --reuid="$user" --regid="$user" --init-groups env -i PATH="$PATH" HOME=/nonexistent USER="$user" "$@"
SUDO
cat > $root/usr/local/bin/at_terminal <<'AT_TERMINAL'
#!/bin/sh
# Runs a command at a terminal, and types a line of standard input at each of its questions.
: > /run/said
rm -f /run/said.end
(
  asked=0
  while read -r line; do
    asked=$((asked + 1))
    # What Deno writes before a question; what is typed earlier is lost.
    while [ "$(grep -o '2004h' /run/said | wc -l)" -lt $asked ]; do
      [ ! -e /run/said.end ] || exit 0
      sleep 0.02
    done
    printf '%s\n' "$line"
  done
) | { script --quiet --flush --return --command "$*" /run/said > /dev/null || failed=1; touch /run/said.end; [ -z "$failed" ]; } ||
  { cat /run/said; exit 1; }
tr -d '\r' < /run/said
AT_TERMINAL
chmod 0755 $root/usr/local/bin/systemctl $root/usr/local/bin/sudo $root/usr/local/bin/at_terminal
exec chroot $root env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c 'cd /root/vps && exec sh /root/script.sh'
