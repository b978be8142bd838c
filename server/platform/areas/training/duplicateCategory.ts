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
import { trainingCategoryModule } from './hooks.ts'
import { trainingMessages } from './messages.ts'

const DuplicateCategoryBody = type({ title: string(), slug: string() })

/**
 * POST /trainingCategories/ID/duplicate: creates a draft with another title and slug, and drafts of
 * its content.
 */
export async function duplicateCategory(change: RequestContext): Promise<CallResult> {
  const { trx, request: asked, caller, now, audit } = change
  const kept = limitToCaller(caller, trainingCategoryModule)
  if (!is(asked.body, DuplicateCategoryBody)) throw badRequest(trainingMessages.duplicateBody)
  const { title, slug } = asked.body
  const template = await loadRecord(trx, kept, parseRecordId(trainingCategories, asked))
  const copied = Object.keys(trainingCategories.fields).map((name) => [name, template[name]])
  const values = { ...Object.fromEntries(copied), title, slug, status: 'draft', position: null }
  const made = await handleCreate(kept, { ...change, request: { ...asked, body: values } })
  const category = made.body as AnyRecord // The body that `handleCreate` returns.

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
  const [whole] = await applyAndReload(kept, change, [category], [category])
  return { ...made, body: whole }
}
