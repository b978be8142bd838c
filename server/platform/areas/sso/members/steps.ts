import type { Context, Step, StepResult } from '#server/platform/core/integrations/integration.ts'
import { failed, notApplying, passed } from '#server/platform/core/integrations/integration.ts'
import { discover } from '../oidc/oidcParty.ts'
import type { OidcProvider } from '../oidc/oidcParty.ts'
import {
  abilitiesOf,
  failureOf,
  knownClient,
  noCode,
  publishedKeys,
  takenRequest,
} from '../oidc/oidcSteps.ts'
import { compareClock } from '../providerSteps.ts'
import { appFiles, fetchBack, linkedPaths } from './files.ts'
import { asMemberSignOn, memberPaths, originOf, publicClient } from './settings.ts'
import type { MemberSignOn } from './settings.ts'
import { ssoTestMessages } from '../messages.ts'
import { mobileSsoTestMessages as say } from './messages.ts'

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
  title: say.signInStep,
  required: true,
  byUser: ssoTestMessages.needsSignIn,
}

/** What can be known without a member at the app (integrations.md, OIDC). */
export const steps: readonly Step<Found>[] = [
  {
    ...own,
    name: 'discovery',
    title: say.providerStep,
    field: () => 'issuer',
    run: step(() => passed(ssoTestMessages.issuerMatches)),
  },
  {
    ...own,
    name: 'keys',
    title: say.keysStep,
    run: step(({ asked, provider }) => publishedKeys(provider, asked)),
  },
  { ...own, name: 'abilities', title: say.abilitiesStep, run: step(compareAbilities) },
  { ...own, name: 'scopes', title: say.scopesStep, run: step(compareScopes) },
  { ...own, required: false, name: 'clock', title: say.clockStep, run: compareClock },
  { name: 'client', title: say.clientStep, required: true, run: step(tryClient) },
  {
    name: 'redirect',
    title: say.redirectsStep,
    required: false,
    run: step(tryRedirects),
  },
  {
    ...own,
    name: 'apple',
    title: 'apple-app-site-association',
    needsSaved: 'values',
    run: fileStep(0, say.ios),
  },
  {
    ...own,
    name: 'android',
    title: 'assetlinks.json',
    needsSaved: 'values',
    run: fileStep(1, say.android),
  },
  signInStep,
]

function compareAbilities({ record, provider }: Part): StepResult {
  const { code, s256 } = abilitiesOf(provider, publicClient(record).scopes)
  if (!code) return noCode()
  return s256 ? passed(say.supportsPkce) : failed('NO_S256', say.noPkce, 'issuer')
}

function compareScopes({ record, provider }: Part): StepResult {
  const { unlisted } = abilitiesOf(provider, publicClient(record).scopes)
  return unlisted.length === 0
    ? passed(say.scopesSupported)
    : passed(ssoTestMessages.scopesNotListed(unlisted), {
        warning: true,
        field: 'scopes',
      })
}

function tryClient({ record, provider }: Part): Promise<StepResult> {
  return knownClient(provider, record.redirectUris[0] ?? '', {
    right: ssoTestMessages.publicClientKnown,
    wrong: failed('invalid_client', say.clientUnknown, 'clientId'),
    unsure: ssoTestMessages.clientUnchecked,
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
  return telling ?? passed(say.redirectsAccepted)
}

/** A file is fetched from the store's host where there is an app that needs it. */
function fileStep(which: 0 | 1, system: string) {
  return async ({ record, platform: { outgoing }, signal, platform }: Asked) => {
    const app = asMemberSignOn(record)
    const origin = await originOf(platform, app)
    const file = appFiles(app, origin)[which]
    if (!file?.content) return notApplying(say.noApp(system))
    const result = await fetchBack(file, { origin, outgoing, signal })
    return result.outcome === 'passed' && linkedPaths(app.redirectUris, origin).length === 0
      ? passed([result.sentence, say.noAppLink(origin)].join(' '), {
          warning: true,
          field: 'redirectUris',
        })
      : result
  }
}
