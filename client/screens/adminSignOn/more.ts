import type { Expiry } from '#shared/integrations/integrationCalls.ts'
import type { Sides } from '#shared/signOn/signOnCalls.ts'

export type More = {
  store: string
  /** Null until something is set up. */
  sides: Sides | null
  /** Certificates of all stores that end soon. */
  ends: Expiry[]
}
