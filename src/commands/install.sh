#!/bin/sh
# Pone Sobremesa en esta máquina, o la actualiza, y no descarga nada. Lo escribió "sobremesa setup".
set -eu
umask 022; PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
[ "$(id -u)" = 0 ] || { echo "Hace falta root: sudo sh $0" >&2; exit 1; }
program={{installed}} data=/var/lib/sobremesa settings={{file}}
caddyfile=/etc/caddy/Caddyfile site={{site}} unit=/etc/systemd/system/sobremesa.service

echo "1. El programa, en $program, y sobremesa para llamarlo"
mkdir -p "${program%/*}"
cmp -s '{{program}}' $program || { install '{{program}}' $program.new; mv $program.new $program; }
$program print wrapper > /usr/local/bin/sobremesa.new
chmod 0755 /usr/local/bin/sobremesa.new; mv /usr/local/bin/sobremesa.new /usr/local/bin/sobremesa

echo "2. Su usuario, y sus variables en $settings"
getent passwd sobremesa > /dev/null ||
  useradd --system --user-group --home-dir $data --no-create-home --shell /usr/sbin/nologin sobremesa
touch $settings
install -m 0640 -g sobremesa /dev/null $settings.new
{
  {{settings}}
  grep -q '^DATA_DIR=' $settings || echo DATA_DIR=$data
  grep -q '^TRUSTED_PROXIES=' $settings || echo TRUSTED_PROXIES=127.0.0.1,::1
  grep -av '^ *\({{names}}\) *=' $settings || [ $? = 1 ]
} >> $settings.new
mv $settings.new $settings
data=$(sed -n 's/^DATA_DIR=//p' $settings | tail -1)

if command -v caddy > /dev/null; then
  echo "3. $site, y un renglón al final de $caddyfile"
  $program print caddy > $site.new
  [ -e $caddyfile.before ] && unread=yes || unread=
  for file in $caddyfile $site; do [ ! -e $file ] || cp -p $file $file.before; done; mv $site.new $site
  grep -qx 'import sobremesa.caddy' $caddyfile || printf '\nimport sobremesa.caddy\n' >> $caddyfile
  if ! problem=$(caddy validate --adapter caddyfile --config $caddyfile 2>&1); then
    rm $site
    for file in $caddyfile $site; do [ ! -e $file.before ] || mv $file.before $file; done
    printf '%s\n' "$problem" "Caddy no acepta su archivo así: quedó como estaba. Corrígelo y corre otra vez este script." >&2
    exit 1
  fi
  # Before the restart, and only for a changed file: a reload cuts new and waiting requests. Step 5 tells its failure.
  { [ -z "$unread" ] && cmp -s $site $site.before && cmp -s $caddyfile $caddyfile.before && systemctl is-active -q caddy ||
    systemctl reload-or-restart caddy; } && rm -f $site.before $caddyfile.before || :
else
  echo "3. Esto, en nginx:"
  $program print nginx
fi

echo "4. Su unidad de systemd; arranca"
$program print unit > $unit.new; mv $unit.new $unit
systemctl daemon-reload
systemctl enable --quiet sobremesa
systemctl restart sobremesa

echo "5. Espera a que respondan el servicio y sus dos direcciones"
sobremesa doctor --wait && code=0 || code=$?
echo "El tablero: https://{{staff}}"
[ ! -r $data/staff_key ] || echo "Su clave: $(cat $data/staff_key)"
exit $code
