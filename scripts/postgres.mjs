import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { onPath } from './commands.mjs'

/** Where distributions put the server's programs, which they keep off PATH. */
const installed = ['/usr/lib/postgresql/*/bin/initdb', '/usr/pgsql-*/bin/initdb']

/** The folder of PostgreSQL's server programs, of the newest version there is; null without one. */
export function findPostgres() {
  const newestFirst = globSync(installed).sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  )
  const initdb = onPath('initdb') ?? newestFirst[0]
  return initdb ? dirname(initdb) : null
}
