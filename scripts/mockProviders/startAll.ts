import { defaultPorts } from './ports.ts'
import { services } from './services.ts'
import { startOidc, startSaml } from './identityProviders.ts'
import { startSmtp } from './smtp.ts'
import type { MockProvider } from './mockProvider.ts'

/** Starts all mock providers (scripts/README.md), each on the port from `getPort`. */
export async function startAll(
  redirectUris: string[],
  getPort = (name: string) => defaultPorts[name] ?? 0,
): Promise<MockProvider[]> {
  const startedServices = services.map(
    async ({ name, instructions, start, setting }): Promise<MockProvider> => {
      const { url, ...rest } = await start(getPort(name))
      const all = `${url}; ${instructions}`
      if (setting === null) return { name, instructions: all, ...rest }
      const settings = setting ? { [setting]: url } : { PROVIDER_ENDPOINTS: `${name}=${url}` }
      return { name, instructions: all, settings, ...rest }
    },
  )
  // A member's test sign-in returns to another path of the same stores.
  const memberRedirectUris = redirectUris.map((uri) =>
    uri.replace(/\/oidc\/callback$/, '/oidc/member'),
  )
  return Promise.all([
    startSmtp(getPort('mail')),
    startSaml(getPort('saml')),
    startOidc('oidc', redirectUris, getPort('oidc'), 'mock-provider-client-secret'),
    startOidc(
      'memberOidc',
      ['com.example.shop:/signed-in', ...memberRedirectUris],
      getPort('memberOidc'),
    ),
    ...startedServices,
  ])
}

/** Returns the settings for a platform on this port to use the mock providers. */
export function buildPlatformSettings(
  mockProviders: readonly MockProvider[],
  platformPort: string,
) {
  const settings = mockProviders.map((one) => one.settings ?? {})
  const endpoints = settings.flatMap((one) => one['PROVIDER_ENDPOINTS'] ?? [])
  return {
    ...Object.assign({}, ...settings),
    PROVIDER_ENDPOINTS: endpoints.join(','),
    OUTBOUND_ALLOW: '127.0.0.0/8,::1',
    STORES_HOST: 'localhost',
    PLATFORM_PORT: platformPort,
    PLATFORM_ORIGIN: `http://localhost:${platformPort}`,
  }
}
