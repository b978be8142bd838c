import type { IntegrationExpiration } from '#shared/engine/integrations/integrationCalls.ts'
import type { ServiceProviderUrls, AdminSsoInfo } from '#shared/areas/sso/adminSsoCalls.ts'

export type AdminSsoData = {
  store: string
  /** The values that a provider needs; null if the platform doesn't return them. */
  ours: ServiceProviderUrls | null
  /** Null until something is set up. */
  sides: AdminSsoInfo | null
  /** Certificates of all stores that expire soon. */
  expiries: IntegrationExpiration[]
}
