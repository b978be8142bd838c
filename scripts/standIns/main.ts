import { startOidc, startSaml } from './signOn.ts'
import { startAdyen } from './adyen.ts'
import { startBraintree } from './braintree.ts'
import { startPaypal } from './paypal.ts'
import { startSmtp } from './smtp.ts'
import { startStripe } from './stripe.ts'

const host = '127.0.0.1'
const [redirectUri = 'http://acme.localhost:3001/oidc/callback'] = process.argv.slice(2)

/** What stands in for providers, so that each set-up can be tried on this machine (README.md, "Stand-ins"). One line each. */
const port = { stripe: 4010, adyen: 4011, paypal: 4012, braintree: 4013 }
const standIns = [
  () => startSmtp(host, 2525),
  () => startSaml(4401),
  () => startOidc(4402, redirectUri),
  async () => {
    const started = [
      await startStripe({}, port.stripe),
      await startAdyen({}, port.adyen),
      await startPaypal({}, port.paypal),
      await startBraintree({}, port.braintree),
    ]
    const at = Object.keys(port).map((name, index) => `${name}=${started[index]?.url}`)
    return `Payment providers: start the platform with PROVIDER_ENDPOINTS=${at.join(',')}`
  },
]

for (const start of standIns) console.log(await start())
console.log(
  'Start the platform with OUTBOUND_ALLOW=127.0.0.0/8,::1, or it refuses to connect to this machine.',
)
