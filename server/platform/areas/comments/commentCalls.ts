import { sql } from 'kysely'
import { integer, text } from '#shared/engine/fields/fields.ts'
import { commentFields } from '#shared/areas/comments/comments.ts'
import type { Comment, CommentPage } from '#shared/areas/comments/comments.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { isMarkdownTooDeep } from '#shared/format/markdown.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Call, CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { pageParameters, parsePageLimit } from '#server/platform/core/http/listParameters.ts'
import {
  arraySchema,
  instantSchema,
  integerSchema,
  nullableSchema,
  objectSchema,
  recordIdSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { forbidden, notFound, validationFailed } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { requireKnownParameters } from '#server/platform/core/records/list/list.ts'
import { parseId } from '#server/platform/core/records/recordId.ts'
import { toSchemaProperties } from '#server/platform/core/records/recordSchemas.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import { buildCommentCondition, loadCommentSubject } from './commentSubject.ts'
import type { CommentSubject } from './commentSubject.ts'
import { commentCallMessages } from './messages.ts'
import { findMentioned, notifyMentioned } from './notifyMentioned.ts'

const { noun } = commentCallMessages

const subjectFields = {
  resource: text(commentCallMessages.resource, { max: 60 }),
  recordId: integer(commentCallMessages.recordId, { min: 1, max: 2 ** 31 - 1 }),
}

const newCommentFields = { ...subjectFields, ...commentFields }

/** The parsed values have these types, because their fields are required. */
const toSubjectKey = ({ resource, recordId }: FieldValues) => ({
  resource: String(resource),
  recordId: Number(recordId),
})

/** GET /comments: newest first. `after` is the ID of the last comment of the previous page. */
async function handleListComments(
  { query }: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  requireKnownParameters(query, ['resource', 'recordId', 'limit', 'after'])
  const { resource, recordId } = Object.fromEntries(query)
  const values = { resource, recordId: Number(recordId ?? 0) }
  const key = toSubjectKey(parseValues({ fields: subjectFields }, values, 'all'))
  const subject = await loadCommentSubject(db, caller, key)
  const limit = parsePageLimit(query)
  const after = query.get('after')
  const isOlder = after === null ? sql`true` : sql`id < ${parseId({ id: after }, noun)}`
  const { rows } = await sql<Comment>`
    select id, body, author_id, created_at, created_by, updated_at from comments
    where ${buildCommentCondition(subject)} and ${isOlder}
    order by id desc limit ${limit + 1}`.execute(db)
  const data = rows.slice(0, limit)
  const next = rows.length > limit ? String(data.at(-1)?.id) : null
  const label = getLabel(subject.resource, subject.record)
  return { status: 200, body: { label, data, next } satisfies CommentPage }
}

/** Checks the text of a comment. Mentions are checked with the record (notifyMentioned.ts). */
function requireValidBody(body: string): string {
  if (isMarkdownTooDeep(body)) throw validationFailed({ body: commentCallMessages.tooDeep })
  return body
}

type OwnComment = { id: number; subject: CommentSubject }

/** Locks a comment. Rejects all but its author, and an author who can no longer read the record. */
async function lockOwnComment({ trx, caller, request }: RequestContext): Promise<OwnComment> {
  const id = parseId(request.params, noun)
  const { rows } = await sql<{ resource: string; recordId: number; authorId: number | null }>`
    select resource, record_id, author_id from comments where id = ${id} for update`.execute(trx)
  const [comment] = rows
  if (!comment) throw notFound(noun)
  const subject = await loadCommentSubject(trx, caller, comment)
  if (comment.authorId !== caller.id) throw forbidden(commentCallMessages.otherAuthor)
  return { id, subject }
}

type CommentEvent = 'commentAdded' | 'commentChanged' | 'commentDeleted'

/** Logs that a comment changed. The log never has its text, because log entries can't be deleted. */
const auditComment = (
  { audit }: RequestContext,
  { id, subject: { resource, record } }: OwnComment,
  event: CommentEvent,
) =>
  audit({
    event: `${resource.name}.${event}`,
    target: toAuditTarget(resource, record),
    after: { comment: id },
  })

async function handleAddComment(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, request } = context
  const values = parseValues({ fields: newCommentFields }, request.body, 'all')
  const subject = await loadCommentSubject(trx, caller, toSubjectKey(values))
  const body = requireValidBody(String(values['body']))
  const mentioned = await findMentioned(context, subject, body)
  const { resource, record, alertSubject } = subject
  const { rows } = await sql<{ id: number }>`
    insert into comments (resource, record_id, alert_subject, author_id, created_at, created_by, body)
    values (${resource.name}, ${record.id}, ${alertSubject}, ${caller.id}, ${now}, ${caller.email}, ${body})
    returning id`.execute(trx)
  const id = rows[0]?.id ?? 0 // The row was just inserted.
  await auditComment(context, { id, subject }, 'commentAdded')
  return {
    status: 201,
    body: { id },
    afterCommit: await notifyMentioned(context, id, mentioned),
  }
}

async function handleUpdateComment(context: RequestContext): Promise<CallResult> {
  const comment = await lockOwnComment(context)
  const { id, subject } = comment
  const values = parseValues({ fields: commentFields }, context.request.body, 'all')
  const body = requireValidBody(String(values['body']))
  const mentioned = await findMentioned(context, subject, body)
  await sql`update comments set body = ${body}, updated_at = ${context.now}
    where id = ${id}`.execute(context.trx)
  await auditComment(context, comment, 'commentChanged')
  return {
    status: 200,
    body: { id },
    afterCommit: await notifyMentioned(context, id, mentioned),
  }
}

async function handleDeleteComment(context: RequestContext): Promise<CallResult> {
  const comment = await lockOwnComment(context)
  await sql`delete from comments where id = ${comment.id}`.execute(context.trx)
  await auditComment(context, comment, 'commentDeleted')
  return { status: 204 }
}

/** The record decides who may read and write its comments, so the handlers check its permission. */
const writeOptions = { kind: 'write', permission: 'signedIn' } as const
const bodySchema = objectSchema(toSchemaProperties(commentFields))
const subjectSchemas = {
  resource: stringSchema,
  recordId: integerSchema,
}

/** The calls of comments (shared/areas/comments/comments.ts). */
export const commentCalls: readonly Call[] = [
  {
    kind: 'read',
    permission: 'signedIn',
    allowsApiKeys: true,
    method: 'get',
    path: '/comments',
    summary: 'List the comments on a record, newest first, for everyone who can read the record',
    query: [
      {
        name: 'resource',
        description: 'The kind of record',
        schema: subjectSchemas.resource,
      },
      { name: 'recordId', description: 'The ID of the record', schema: integerSchema },
      ...pageParameters,
    ],
    success: {
      status: 200,
      schema: objectSchema({
        label: stringSchema,
        data: arraySchema(
          objectSchema({
            id: integerSchema,
            body: stringSchema,
            authorId: nullableSchema(integerSchema),
            createdAt: instantSchema,
            createdBy: stringSchema,
            updatedAt: nullableSchema(instantSchema),
          }),
        ),
        next: nullableSchema(stringSchema),
      }),
    },
    handler: handleListComments,
  },
  {
    ...writeOptions,
    method: 'post',
    path: '/comments',
    summary:
      'Comment on a record that you can read, in Markdown. Operators that it mentions with @ get an email.',
    body: objectSchema({ ...subjectSchemas, ...toSchemaProperties(commentFields) }),
    success: { status: 201, schema: recordIdSchema },
    handler: handleAddComment,
  },
  {
    ...writeOptions,
    method: 'put',
    path: '/comments/:id',
    summary: 'Change your own comment. Only operators that it newly mentions get an email.',
    body: bodySchema,
    success: { status: 200, schema: recordIdSchema },
    handler: handleUpdateComment,
  },
  {
    ...writeOptions,
    method: 'delete',
    path: '/comments/:id',
    summary: 'Delete your own comment',
    success: { status: 204 },
    handler: handleDeleteComment,
  },
]
