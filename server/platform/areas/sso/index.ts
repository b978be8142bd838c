import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { signInProviders } from '#shared/areas/sso/signInProviders.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { adminSsoIntegration } from './adminSso.ts'
import { adminSsoCalls } from './adminSsoCalls.ts'
import { mobileSsoIntegration } from './members/mobileSso.ts'
import { mobileSsoCalls } from './members/mobileSsoCalls.ts'
import { createMobileSsoRouter } from './members/mobileSsoEndpoints.ts'
import { findProviderAlerts } from './operators/providerAlerts.ts'
import { buildProviderCalls } from './operators/providerCalls.ts'
import { providerIntegration } from './operators/providerIntegration.ts'
import { purgePendingSignIns } from './pendingSignIns.ts'
import { createAdminSsoRouter } from './ssoEndpoints.ts'

export const ssoArea = defineArea({
  name: 'sso',
  resources: [adminSignOns, memberSignOns, signInProviders],
  integrations: [adminSsoIntegration, mobileSsoIntegration, providerIntegration],
  calls: () => [...adminSsoCalls, ...mobileSsoCalls, ...buildProviderCalls()],
  alerts: { integration: findProviderAlerts },
  routers: [createMobileSsoRouter, createAdminSsoRouter],
  chores: [
    {
      name: 'ssoSignIns',
      cron: '21 * * * *',
      run: purgePendingSignIns,
      failure: "Old sign-in attempts couldn't be deleted",
    },
  ],
})
