import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { failStep, passStep } from '#server/platform/core/integrations/integration.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import type { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Claims } from '../claims.ts'
import { endPendingSignIn, saveClaimsOnce } from '../pendingSignIns.ts'
import type { PendingSignIn } from '../pendingSignIns.ts'
import { saveTestSignIn } from '../saveTestSignIn.ts'
import type { SsoError } from '../ssoError.ts'
import { mapClaimsToOperator } from './mapClaimsToOperator.ts'
import { providerTestMessages } from './messages.ts'
import { matchOperator } from './operatorAccounts.ts'
import { providerIntegration } from './providerIntegration.ts'
import type { ProviderRecord } from './providerSettings.ts'

type TestVisit = { request: ApiRequest; flow: PendingSignIn; record: ProviderRecord } & (
  | { claims: Claims; error?: never }
  | { claims?: never; error: SsoError | NetworkError }
)

/** Saves what a test sign-in would have led to, in the step that only a person can prove. */
export async function saveOperatorTest(platform: Platform, visit: TestVisit): Promise<void> {
  const { request, flow, record, claims, error } = visit
  const now = platform.now().toISOString()
  await runInTransaction(platform, async (trx) => {
    const audit = createAuditor(trx, { asked: request, now, actor: flow.actor })
    if (claims) await saveClaimsOnce(trx, flow, { claims, assertion: null, now })
    if (!(await endPendingSignIn(trx, flow, now))) return
    const result = claims
      ? await previewSignIn(trx, record, claims)
      : failStep(error.code, error.sentence)
    const context = { trx, now, asked: request, audit }
    await saveTestSignIn(providerIntegration, context, { flow, id: record.id }, result)
  })
}

/** Returns what a real sign-in with these claims would lead to. */
async function previewSignIn(
  connection: Connection,
  record: ProviderRecord,
  claims: Claims,
): Promise<StepResult> {
  const operator = mapClaimsToOperator(claims, record)
  const match = await matchOperator(connection, { claims, operator, record })
  const strength = operator.hasSecondFactor
    ? providerTestMessages.counts
    : providerTestMessages.asks
  if ('rejection' in match) return failStep(match.rejection.failure, match.rejection.sentence)
  return passStep(
    'account' in match
      ? providerTestMessages.wouldSignIn(match.account.email, strength)
      : providerTestMessages.wouldCreate(match.creates.email, match.creates.groups, strength),
  )
}
