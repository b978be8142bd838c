import { existsSync } from 'node:fs'
import { onPath } from './commands.mjs'

/** Where Debian puts it, which is not on every user's PATH. */
const installed = '/usr/sbin/nginx'

/** The path of nginx, or null. */
export function findNginx() {
  return onPath('nginx') ?? (existsSync(installed) ? installed : null)
}
