import { watchParent } from '../watchParent.mjs'
import { runScript } from '../userError.mjs'
import { startControl } from './control.ts'
import { readPorts, requireFreePorts } from './ports.ts'
import { buildPlatformSettings, startAll } from './startAll.ts'

const platformPort = process.env['PLATFORM_PORT'] || '3001'
const redirectArguments = process.argv.slice(2)
const redirectUris =
  redirectArguments.length > 0
    ? redirectArguments
    : [`http://acme.localhost:${platformPort}/oidc/callback`]

/**
 * Starts mock providers for all providers, so that every setup can be tested on this machine
 * (scripts/README.md).
 */
await runScript(async () => {
  const ports = readPorts(process.env['MOCK_PROVIDER_PORTS'])
  await requireFreePorts(ports)
  const mockProviders = await startAll(redirectUris, (name) => ports[name] ?? 0)
  const control = await startControl(mockProviders, ports['control'])
  const settings = buildPlatformSettings(mockProviders, platformPort)
  for (const { name, instructions } of mockProviders) console.log(`${name}: ${instructions}`)
  console.log(
    `All switches: curl ${control.url}\nChange one: curl -X PATCH ${control.url}/stripe -d '{"declineCode":"insufficient_funds"}'`,
  )
  watchParent(() => process.exit(0))
  if (process.send) return void process.send({ type: 'listening', url: control.url, settings })
  const assignments = Object.entries(settings).map(([name, value]) => `${name}='${value}'`)
  console.log(`Start the console with them: ${assignments.join(' ')} npm run dev`)
})
