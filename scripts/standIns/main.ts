import { startOidc, startSaml } from './signOn.ts'
import { startSmtp } from './smtp.ts'

const host = '127.0.0.1'
const [redirectUri = 'http://acme.localhost:3001/oidc/callback'] = process.argv.slice(2)

/** What stands in for providers, so that each set-up can be tried on this machine (README.md, "Stand-ins"). One line each. */
const standIns = [
  () => startSmtp(host, 2525),
  () => startSaml(4401),
  () => startOidc(4402, redirectUri),
]

for (const start of standIns) console.log(await start())
console.log(
  'Start the platform with OUTBOUND_ALLOW=127.0.0.0/8,::1, or it refuses to connect to this machine.',
)
