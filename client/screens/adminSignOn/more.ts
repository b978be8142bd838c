import type { Expiry } from '#shared/integrations/integrationCalls.ts'
import type { Sides } from '#shared/signOn/signOnCalls.ts'

/** What the screen reads besides the settings and their tests. */
export type More = {
  /** What the store is called. */
  store: string
  /** Null until something is set up. */
  sides: Sides | null
  /** Certificates of all stores that end soon. */
  ends: Expiry[]
}
