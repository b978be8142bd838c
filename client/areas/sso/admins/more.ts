import type { Expiry } from '#shared/engine/integrations/integrationCalls.ts'
import type { OurAddresses, Sides } from '#shared/areas/sso/signOnCalls.ts'

export type More = {
  store: string
  /** What a provider must know; null where a platform does not tell it. */
  ours: OurAddresses | null
  /** Null until something is set up. */
  sides: Sides | null
  /** Certificates of all stores that end soon. */
  ends: Expiry[]
}
