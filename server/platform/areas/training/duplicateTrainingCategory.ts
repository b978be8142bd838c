import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { sql } from 'kysely'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { trainingCategories } from '#shared/areas/training/trainingCategories.ts'
import { trainingContent } from '#shared/areas/training/trainingContent.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import { handleCreate } from '#server/platform/core/records/changes/create.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { applyAndReload } from '#server/platform/core/records/resourceHooks.ts'
import { trainingMessages } from './messages.ts'

const DuplicateCategoryBody = type({ title: string(), slug: string() })

/**
 * POST /trainingCategories/ID/duplicate: creates a draft with another title and slug, and drafts of
 * its content.
 */
export async function handleDuplicateTrainingCategory(
  context: RequestContext,
): Promise<CallResult> {
  const { trx, request, caller, now, audit } = context
  const module = limitToCaller(caller, getResourceModule('trainingCategories'))
  if (!is(request.body, DuplicateCategoryBody)) throw badRequest(trainingMessages.duplicateBody)
  const { title, slug } = request.body
  const template = await loadRecord(trx, module, parseRecordId(trainingCategories, request))
  const copied = Object.keys(trainingCategories.fields).map((name) => [name, template[name]])
  const values = { ...Object.fromEntries(copied), title, slug, status: 'draft', position: null }
  const created = await handleCreate(module, { ...context, request: { ...request, body: values } })
  const category = created.body as AnyRecord // The body that `handleCreate` returns.

  const { rows } = await sql<AnyRecord>`
    insert into training_content (category_id, title, type, minutes, status, body, url, file, captions,
      questions, pass_mark, required, position, created_at, created_by, updated_at, updated_by)
    select ${category.id}, title, type, minutes, 'draft', body, url, file, captions,
      questions, pass_mark, required, position, ${now}, ${caller.email}, ${now}, ${caller.email}
    from training_content where category_id = ${template.id} order by position, id
    returning *`.execute(trx)
  await audit(
    ...rows.map((content) => ({
      event: `${trainingContent.name}.created`,
      target: toAuditTarget(trainingContent, content),
      after: Object.fromEntries(
        Object.keys(trainingContent.fields).map((name) => [name, content[name]]),
      ),
    })),
  )
  const [reloaded] = await applyAndReload(module, context, [category], [category])
  return { ...created, body: reloaded }
}
