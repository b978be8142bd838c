import type { Request } from 'express'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { auditor, targetOf } from '#server/platform/core/audit/audit.ts'
import { askedOf, requestIdOf } from '#server/platform/core/http/asked.ts'
import type { Integration, StepResult } from '#server/platform/core/integrations/integration.ts'
import { written } from '#server/platform/core/integrations/runSteps.ts'
import { proveStep } from '#server/platform/core/integrations/testJob.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord } from '#server/platform/core/records/read.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Flow } from './flows.ts'

export type SignInWork = ReturnType<typeof workOf>

/** What the end of a sign-in works with: who began it is the actor. */
export function workOf(
  platform: Pick<Platform, 'now'>,
  trx: Connection,
  { flow, request }: { flow: Flow; request: Request },
) {
  const now = platform.now().toISOString()
  const asked = askedOf(request, requestIdOf(request), Buffer.alloc(0))
  return { trx, now, asked, audit: auditor(trx, { asked, now, actor: flow.actor }) }
}

/** Keeps what a test sign-in proved of the step that only a user at a browser can prove. */
export async function proveSignIn(
  integration: Integration,
  work: SignInWork,
  { flow, id }: { flow: Flow; id: number },
  result: StepResult,
): Promise<void> {
  const { resource, steps } = integration
  const step = steps.find(({ byUser }) => byUser !== undefined)
  if (!step) throw new Error('No step of it is for a user to prove')
  const record = await lockRecord(work.trx, scopedTo({ storeIds: null }, resource), id, null)
  await proveStep(integration, work as Parameters<typeof proveStep>[1], record, {
    actor: flow.actor,
    version: flow.version,
    step: written(step, result, null),
  })
  await work.audit({
    event: `${resource.name}.tried`,
    stream: 'integrations',
    target: targetOf(resource, record as AnyRecord),
    after: { outcome: result.outcome },
    ...(result.outcome === 'failed' ? { cause: result.sentence } : {}),
  })
}
