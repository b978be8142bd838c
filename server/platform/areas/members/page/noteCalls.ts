import { sql } from 'kysely'
import { noteFields } from '#shared/areas/members/memberActions.ts'
import { members } from '#shared/areas/members/members.ts'
import { isMarkdownTooDeep } from '#shared/format/markdown.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { Call, CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { integerSchema, objectSchema } from '#server/platform/core/http/schema.ts'
import { forbidden, notFound, validationFailed } from '#server/platform/core/platform/httpError.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseId, parseRecordId } from '#server/platform/core/records/recordId.ts'
import { toSchemaProperties } from '#server/platform/core/records/recordSchemas.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { memberPageCallMessages } from './messages.ts'

const loadMember = ({ trx, caller, request }: RequestContext): Promise<AnyRecord> =>
  loadRecord(trx, limitToCaller(caller, members), parseRecordId(members, request))

function parseNote({ request }: RequestContext): string {
  const body = String(parseValues({ fields: noteFields }, request.body, 'all')['body'])
  if (isMarkdownTooDeep(body)) throw validationFailed({ body: memberPageCallMessages.deepNote })
  return body
}

/** Locks a note of the member. Rejects all but its author. */
async function lockOwnNote({ trx, caller, request }: RequestContext, memberId: number) {
  const { note: noun } = memberPageCallMessages.nouns
  const id = parseId({ id: String(request.params['note']) }, noun)
  const { rows } = await sql<{ authorId: number | null }>`
    select author_id from member_notes where id = ${id} and member_id = ${memberId}
    for update`.execute(trx)
  const [note] = rows
  if (!note) throw notFound(noun)
  if (note.authorId !== caller.id) throw forbidden(memberPageCallMessages.otherAuthor)
  return id
}

/** Logs that a note changed. The log never has its text, because log entries can't be deleted. */
const auditNote = ({ audit }: RequestContext, member: AnyRecord, event: string, note: number) =>
  audit({ event: `members.${event}`, target: toAuditTarget(members, member), after: { note } })

async function handleAddNote(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now } = context
  const member = await loadMember(context)
  const { rows } = await sql<{ id: number }>`
    insert into member_notes (member_id, author_id, created_at, created_by, body)
    values (${member.id}, ${caller.id}, ${now}, ${caller.email}, ${parseNote(context)})
    returning id`.execute(trx)
  const id = rows[0]?.id ?? 0 // The row was just inserted.
  await auditNote(context, member, 'noteAdded', id)
  return { status: 201, body: { id } }
}

async function handleUpdateNote(context: RequestContext): Promise<CallResult> {
  const member = await loadMember(context)
  const id = await lockOwnNote(context, member.id)
  await sql`update member_notes set body = ${parseNote(context)}, updated_at = ${context.now}
    where id = ${id}`.execute(context.trx)
  await auditNote(context, member, 'noteChanged', id)
  return { status: 200, body: { id } }
}

async function handleDeleteNote(context: RequestContext): Promise<CallResult> {
  const member = await loadMember(context)
  const id = await lockOwnNote(context, member.id)
  await sql`delete from member_notes where id = ${id}`.execute(context.trx)
  await auditNote(context, member, 'noteDeleted', id)
  return { status: 204 }
}

const noteOptions = { kind: 'write', permission: `${members.permission}:read` } as const
const noteBody = objectSchema(toSchemaProperties(noteFields))
const noteSchema = objectSchema({ id: integerSchema })

/** The calls of notes. Everyone who can read a member can write one, and change their own. */
export const noteCalls: readonly Call[] = [
  {
    ...noteOptions,
    method: 'post',
    path: '/members/:id/notes',
    summary: 'Add a note about a member, in Markdown',
    body: noteBody,
    success: { status: 201, schema: noteSchema },
    handler: handleAddNote,
  },
  {
    ...noteOptions,
    method: 'put',
    path: '/members/:id/notes/:note',
    summary: 'Change your own note about a member',
    body: noteBody,
    success: { status: 200, schema: noteSchema },
    handler: handleUpdateNote,
  },
  {
    ...noteOptions,
    method: 'delete',
    path: '/members/:id/notes/:note',
    summary: 'Delete your own note about a member',
    success: { status: 204 },
    handler: handleDeleteNote,
  },
]
