import type { Led } from '#shared/areas/sso/memberClaims.ts'
import { failed, passed } from '#server/platform/core/integrations/integration.ts'
import { OutgoingFault } from '#server/platform/core/outgoing/faults.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { answerPage } from '../storeHosts/page.ts'
import { runSettled } from '#server/platform/areas/stores/settleStores.ts'
import type { Claims } from '../claims.ts'
import { SignOnFault } from '../faults.ts'
import { beginFlow, demandBrowser, endFlow, flowOf, keepAnswer } from '../flows.ts'
import type { Flow } from '../flows.ts'
import { discover, oidcRequestUrl, readOidcAnswer } from '../oidc/oidcParty.ts'
import { proveSignIn, workOf } from '../prove.ts'
import type { SignInWork } from '../prove.ts'
import { addressOf, browserCookie, demandTicket, leaveFor } from '../visits.ts'
import type { Visit } from '../visits.ts'
import { ledBy } from './leadCall.ts'
import { memberSignOn } from './memberSignOn.ts'
import { memberPaths, memberSignOnAt, publicClient } from './settings.ts'
import type { MemberSignOn } from './settings.ts'
import { ssoPageMessages } from '../messages.ts'
import { mobileSsoOutcomeMessages as say } from './messages.ts'

const cookie = browserCookie('memberSignOn')

async function settingsAt({ platform, store }: Visit): Promise<MemberSignOn> {
  const settings = await memberSignOnAt(platform, store.id)
  if (settings) return settings
  throw new SignOnFault('not_set_up', say.notSetUp)
}

/** Leads whoever tests to the provider, as the app would: a public client with PKCE, which comes back to the store's host. */
export async function beginTest(visit: Visit): Promise<void> {
  const { platform, store } = visit
  const settings = await settingsAt(visit)
  const owner = { of: 'memberSignOns', id: settings.id } as const
  const { actor } = demandTicket(visit, owner)
  const provider = await discover(platform.outgoing, publicClient(settings))
  const { settingsVersion: version } = settings
  const { flow, browser } = await beginFlow(platform, owner, { purpose: 'test', actor, version })
  const back = store.origin + memberPaths.callback
  const address = await oidcRequestUrl(provider, publicClient(settings), back, flow)
  cookie.keep(visit, browser)
  leaveFor(visit, address)
}

/** Takes what the provider says, keeps it with what it would lead to, and signs nobody in. */
export async function endTest(visit: Visit): Promise<void> {
  const { platform, store, response } = visit
  const state = addressOf(visit).searchParams.get('state') ?? ''
  const flow = await flowOf(platform, 'memberSignOns', store.id, state)
  demandBrowser(flow, cookie.of(visit))
  const settings = await settingsAt(visit)
  cookie.forget(visit)
  const claims = await claimsIn(visit, settings, flow).catch(async (error: unknown) => {
    if (error instanceof SignOnFault || error instanceof OutgoingFault)
      await ending(visit, flow, (work) =>
        prove(work, settings, flow, failed(error.code, error.sentence)),
      )
    throw error
  })
  const led = await ending(visit, flow, async (work) => {
    await keepAnswer(work.trx, flow, { claims, assertion: null, now: work.now })
    const led = await ledBy(work.trx, settings, claims)
    const { sentence } = led
    const result = led.outcome === 'refused' ? failed('refused', sentence) : passed(sentence)
    await prove(work, settings, flow, result)
    return led
  })
  answerPage(response, 200, pageOf(led, store.name, claims))
}

async function claimsIn(visit: Visit, settings: MemberSignOn, flow: Flow): Promise<Claims> {
  const { outgoing }: Pick<Platform, 'outgoing'> = visit.platform
  const { emailClaim, nameClaim, groupClaim } = settings
  const wanted = [emailClaim, nameClaim, groupClaim].filter((name) => name !== null)
  const provider = await discover(outgoing, publicClient(settings))
  return readOidcAnswer(provider, addressOf(visit), flow, wanted)
}

/** A sign-in ends once: what comes after is refused as if nobody had asked for it. */
const ending = <Told>(
  { platform, request }: Visit,
  flow: Flow,
  end: (work: SignInWork) => Promise<Told>,
): Promise<Told> =>
  runSettled(platform, async (trx) => {
    const work = workOf(platform, trx, { flow, request })
    if (!(await endFlow(trx, flow, work.now)))
      throw new SignOnFault('replayed', ssoPageMessages.responseUsed)
    return end(work)
  })

const prove = (
  work: SignInWork,
  { id }: MemberSignOn,
  flow: Flow,
  result: Parameters<typeof proveSignIn>[3],
) => proveSignIn(memberSignOn, work, { flow, id }, result)

const pageOf = ({ outcome, sentence }: Led, store: string, claims: Claims) => ({
  title: outcome === 'refused' ? ssoPageMessages.testFailed : ssoPageMessages.testPassed,
  paragraphs: [sentence, say.onlyTested(store), ssoPageMessages.closePage],
  facts: Object.entries(claims).map(([name, values]): [string, string] => [
    name,
    values.join(', '),
  ]),
})
