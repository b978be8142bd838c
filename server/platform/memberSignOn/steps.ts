import type { Context, Step, StepResult } from '../integrations/integration.ts'
import { failed, notApplying, passed } from '../integrations/integration.ts'
import { discover } from '../signOn/oidcParty.ts'
import type { OidcProvider } from '../signOn/oidcParty.ts'
import {
  abilitiesOf,
  failureOf,
  knownClient,
  noCode,
  publishedKeys,
  takenRequest,
} from '../signOn/oidcSteps.ts'
import { compareClock } from '../signOn/providerSteps.ts'
import { appFiles, fetchBack, linkedPaths } from './files.ts'
import { asMemberSignOn, memberPaths, originOf, publicClient } from './settings.ts'
import type { MemberSignOn } from './settings.ts'

export type Found = { provider?: OidcProvider; clock?: Date | null }

type Asked = Context<Found>
type Part = { asked: Asked; record: MemberSignOn; provider: OidcProvider }

const step =
  (run: (part: Part) => Promise<StepResult> | StepResult) =>
  async (asked: Asked): Promise<StepResult> => {
    const record = asMemberSignOn(asked.record)
    try {
      const provider = (asked.found.provider ??= await discover(
        asked.platform.outgoing,
        publicClient(record),
        asked.signal,
      ))
      asked.found.clock = provider.clock
      return await run({ asked, record, provider })
    } catch (error) {
      return failureOf(error, { invalid_client: 'clientId' })
    }
  }

const own = { required: true, passive: true } as const

/** What only a sign-in in a browser proves. */
const signInStep: Step<Found> = {
  name: 'signIn',
  title: 'A member signs in',
  required: true,
  byUser:
    'Needs a test sign-in: it shows what the provider says of somebody, and gives no session.',
}

/** What can be known without a member at the app (integrations.md, OIDC). */
export const steps: readonly Step<Found>[] = [
  {
    ...own,
    name: 'discovery',
    title: 'Provider read',
    field: () => 'issuer',
    run: step(() => passed('The provider describes itself, by the name that was entered.')),
  },
  {
    ...own,
    name: 'keys',
    title: 'Signing keys published',
    run: step(({ asked, provider }) => publishedKeys(provider, asked)),
  },
  { ...own, name: 'abilities', title: 'Codes and PKCE with S256', run: step(compareAbilities) },
  { ...own, name: 'scopes', title: 'Scopes are known', run: step(compareScopes) },
  { ...own, required: false, name: 'clock', title: 'Clocks agree', run: compareClock },
  { name: 'client', title: 'Public client is known', required: true, run: step(tryClient) },
  {
    name: 'redirect',
    title: 'Redirect URIs are registered',
    required: false,
    run: step(tryRedirects),
  },
  {
    ...own,
    name: 'apple',
    title: 'apple-app-site-association',
    needsSaved: 'values',
    run: fileStep(0, 'iOS'),
  },
  {
    ...own,
    name: 'android',
    title: 'assetlinks.json',
    needsSaved: 'values',
    run: fileStep(1, 'Android'),
  },
  signInStep,
]

function compareAbilities({ record, provider }: Part): StepResult {
  const { code, s256 } = abilitiesOf(provider, publicClient(record).scopes)
  if (!code) return noCode()
  return s256
    ? passed('It knows codes and PKCE with S256.')
    : failed(
        'NO_S256',
        'The provider does not say that it knows PKCE with S256, which alone protects a client without a secret. Switch it on there.',
        'issuer',
      )
}

function compareScopes({ record, provider }: Part): StepResult {
  const { unlisted } = abilitiesOf(provider, publicClient(record).scopes)
  return unlisted.length === 0
    ? passed('It lists all scopes, or does not say which it knows.')
    : passed(`It does not list the scopes ${unlisted.join(', ')}.`, {
        warning: true,
        field: 'scopes',
      })
}

function tryClient({ record, provider }: Part): Promise<StepResult> {
  return knownClient(provider, record.redirectUris[0] ?? '', {
    right: 'The client is known, and needs no secret.',
    wrong: failed(
      'invalid_client',
      'The provider knows no such client, or wants a secret of it: it must be a public client.',
      'clientId',
    ),
    unsure: 'The provider does not say whether it knows the client.',
  })
}

/** Each of them is asked for, and that of the test sign-in; the first that is not taken is told. */
async function tryRedirects({ asked, record, provider }: Part): Promise<StepResult> {
  const { scopes } = publicClient(record)
  const ours = (await originOf(asked.platform, record)) + memberPaths.callback
  const results = await Promise.all([
    ...record.redirectUris.map((redirectUri) =>
      takenRequest(provider, asked, { scopes, redirectUri, field: 'redirectUris' }),
    ),
    takenRequest(provider, asked, { scopes, redirectUri: ours }),
  ])
  const telling =
    results.find(({ outcome }) => outcome === 'failed') ??
    results.find(({ outcome }) => outcome === 'unknown')
  return telling ?? passed('All redirect URIs and PKCE are accepted.')
}

/** A file is fetched from the store's host where there is an app that needs it. */
function fileStep(which: 0 | 1, system: string) {
  return async ({ record, platform: { outgoing }, signal, platform }: Asked) => {
    const app = asMemberSignOn(record)
    const origin = await originOf(platform, app)
    const file = appFiles(app, origin)[which]
    if (!file?.content) return notApplying(`There is no app for ${system}: no file is needed.`)
    const result = await fetchBack(file, { origin, outgoing, signal })
    return result.outcome === 'passed' && linkedPaths(app.redirectUris, origin).length === 0
      ? passed(`${result.sentence} No redirect URI is at ${origin}, so no link leads to the app.`, {
          warning: true,
          field: 'redirectUris',
        })
      : result
  }
}
