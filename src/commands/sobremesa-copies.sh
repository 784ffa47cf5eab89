# As root: sobremesa print copies --remote REMOTE | sh
cat > /etc/systemd/system/sobremesa-copies.service <<'END'
[Unit]
Description=Copies of Sobremesa's database on another machine
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
User=sobremesa
Group=sobremesa
EnvironmentFile=-/etc/sobremesa.env
Environment=RCLONE_CONFIG={{dataDir}}/rclone.conf
# Without a sound copy here it ends, and the remote stays as it is.
ExecStartPre={{program}} copies ready
# A copy in which a guest was erased has the size that it had, and not every remote keeps times.
ExecStart=/usr/bin/rclone copy --ignore-times --files-from-raw {{dataDir}}/copies_sending {{folder}} {{remote}}
ExecStart=/usr/bin/rclone sync --filter-from {{dataDir}}/copies_filter {{folder}} {{remote}}
ExecStartPost=/bin/mv {{dataDir}}/copies_sending {{dataDir}}/copies_sent
TimeoutStartSec=6h

ProtectSystem=strict
ReadWritePaths={{dataDir}} {{home}}
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
RestrictNamespaces=yes
END
cat > /etc/systemd/system/sobremesa-copies.timer <<'END'
[Unit]
Description=Copies of Sobremesa's database on another machine, each hour

[Timer]
OnCalendar=hourly
# No two runs are further apart than an hour.
RandomizedDelaySec=10m
FixedRandomDelay=yes
AccuracySec=1s
Persistent=true

[Install]
WantedBy=timers.target
END
systemctl daemon-reload
systemctl enable --quiet --now sobremesa-copies.timer
