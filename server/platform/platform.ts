import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PasswordHasher } from './accounts/passwords.ts'
import type { Database } from './schema.ts'

/** What every call works with. */
export type Platform = {
  db: Kysely<Database>
  now: () => Date
  log: Logger
  passwords: PasswordHasher
  /** Where the password that was made at the first start is kept until it is changed. */
  passwordFile: string
}
