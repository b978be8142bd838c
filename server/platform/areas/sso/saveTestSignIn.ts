import type { Request } from 'express'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createAuditor, toAuditTarget } from '#server/platform/core/audit/audit.ts'
import { parseRequest, getRequestId } from '#server/platform/core/platform/apiRequest.ts'
import type { Integration, StepResult } from '#server/platform/core/integrations/integration.ts'
import { toTestStep } from '#server/platform/core/integrations/runSteps.ts'
import { saveUserActionStep } from '#server/platform/core/integrations/testJob.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { PendingSignIn } from './pendingSignIns.ts'

export type SignInContext = ReturnType<typeof createSignInContext>

/** Creates the context for the end of a sign-in. The person who began it is the actor. */
export function createSignInContext(
  platform: Pick<Platform, 'now'>,
  trx: Connection,
  { flow, request }: { flow: PendingSignIn; request: Request },
) {
  const now = platform.now().toISOString()
  const apiRequest = parseRequest(request, getRequestId(request), Buffer.alloc(0))
  return {
    trx,
    now,
    asked: apiRequest,
    audit: createAuditor(trx, { asked: apiRequest, now, actor: flow.actor }),
  }
}

/** Saves the result of a test sign-in in the step that only a user in a browser can prove. */
export async function saveTestSignIn(
  integration: Integration,
  context: SignInContext,
  { flow, id }: { flow: PendingSignIn; id: number },
  result: StepResult,
): Promise<void> {
  const { resource, steps } = integration
  const step = steps.find(({ userAction }) => userAction !== undefined)
  if (!step) throw new Error('No step of it is for a user to prove')
  const record = await lockRecord(
    context.trx,
    limitToCaller({ storeIds: null }, resource),
    id,
    null,
  )
  await saveUserActionStep(
    integration,
    context as Parameters<typeof saveUserActionStep>[1],
    record,
    {
      actor: flow.actor,
      version: flow.version,
      step: toTestStep(step, result, null),
    },
  )
  await context.audit({
    event: `${resource.name}.tried`,
    stream: 'integrations',
    target: toAuditTarget(resource, record as AnyRecord),
    after: { outcome: result.outcome },
    ...(result.outcome === 'failed' ? { cause: result.sentence } : {}),
  })
}
