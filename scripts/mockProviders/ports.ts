import { once } from 'node:events'
import { createServer } from 'node:net'
import { UserError } from '../userError.mjs'
import { services } from './services.ts'

/** The default port of each mock provider, unless `MOCK_PROVIDER_PORTS` sets another one. */
export const defaultPorts: Readonly<Record<string, number>> = {
  control: 4400,
  mail: 2525,
  saml: 4401,
  oidc: 4402,
  memberOidc: 4403,
  ...Object.fromEntries(services.map(({ name, port }) => [name, port])),
}

/**
 * Reads `MOCK_PROVIDER_PORTS`, for example `stripe=4510,mail=2526`. Other mock providers keep their default
 * port.
 * @throws UserError if a name isn't a mock provider's, or a port isn't valid
 */
export function readPorts(setting: string | undefined): Record<string, number> {
  const ports = { ...defaultPorts }
  for (const entry of (setting ?? '').split(',').filter(Boolean)) {
    const [name = '', port = ''] = entry.split('=').map((part) => part.trim())
    if (!(name in defaultPorts))
      throw new UserError(
        `MOCK_PROVIDER_PORTS must name mock providers (${Object.keys(defaultPorts).join(', ')}), not "${name}".`,
      )
    const number = Number(port)
    if (port === '' || !Number.isInteger(number) || number < 1 || number > 65_535)
      throw new UserError(
        `MOCK_PROVIDER_PORTS must give ${name} a port from 1 to 65535, not "${port}".`,
      )
    ports[name] = number
  }
  return ports
}

/**
 * @throws UserError that names each mock provider whose port is in use, and the setting that changes it
 */
export async function requireFreePorts(ports: Readonly<Record<string, number>>): Promise<void> {
  const checks = Object.entries(ports).map(async ([name, port]) =>
    (await isFree(port)) ? [] : [{ name, port }],
  )
  const usedPorts = (await Promise.all(checks)).flat()
  const [first] = usedPorts
  if (!first) return
  const list = usedPorts.map(({ name, port }) => `${port} (${name})`).join(', ')
  const example = usedPorts.map(({ name, port }) => `${name}=${(port % 50_000) + 10_000}`).join(',')
  throw new UserError(
    `The mock providers can't start because ${usedPorts.length === 1 ? `port ${list} is` : `ports ${list} are`} in use. ` +
      `Stop what uses ${usedPorts.length === 1 ? 'it' : 'them'}, or choose other ports: MOCK_PROVIDER_PORTS=${example}.`,
  )
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
}
