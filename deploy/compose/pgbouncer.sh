#!/bin/sh
# The file of users is made from the secret, in memory.
set -eu
umask 077
printf '"kobogate" "%s"\n' "$(cat /run/secrets/database-password)" > /tmp/users.txt
exec pgbouncer /pgbouncer.ini
