import type { IntegrationExpiration } from '#shared/engine/integrations/integrationCalls.ts'
import type { ServiceProviderUrls, AdminSsoInfo } from '#shared/areas/sso/adminSsoCalls.ts'

export type AdminSsoData = {
  store: string
  /** What a provider must know; null where a platform does not tell it. */
  ours: ServiceProviderUrls | null
  /** Null until something is set up. */
  sides: AdminSsoInfo | null
  /** Certificates of all stores that end soon. */
  expiries: IntegrationExpiration[]
}
