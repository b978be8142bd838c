import { array, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { longText } from '#shared/engine/fields/fields.ts'
import { limits } from '#shared/limits.ts'
import { commentMessages } from './messages.ts'

export const commentFields = {
  body: longText(commentMessages.comment, {
    max: limits.commentLength,
    hint: commentMessages.hint,
  }),
}

/** The record that a comment is about. */
export type CommentSubject = { resource: string; recordId: number }

const CommentSchema = type({
  id: number(),
  body: string(),
  /** The author's account; null if it was deleted, or for demo data. */
  authorId: nullable(number()),
  createdAt: string(),
  createdBy: string(),
  updatedAt: nullable(string()),
})
export type Comment = Infer<typeof CommentSchema>

const CommentPage = type({
  /** What the record is called. */
  label: string(),
  data: array(CommentSchema),
  /** The cursor of the next page; null on the last one. */
  next: nullable(string()),
})
export type CommentPage = Infer<typeof CommentPage>

const commentsPath = '/comments'

/** GET /comments: a record's comments, newest first. */
export async function listComments(
  api: Api,
  { resource, recordId }: CommentSubject,
  { after, signal }: { after: string | null; signal: AbortSignal },
): Promise<CommentPage> {
  const search = new URLSearchParams({
    resource,
    recordId: String(recordId),
    ...(after && { after }),
  })
  const answer = await api.send({ method: 'GET', path: commentsPath, search, signal })
  return parseResponse(CommentPage, answer.body)
}

/** POST /comments. Fails with 422 if it mentions an operator who can't be notified. */
export async function addComment(
  api: Api,
  comment: CommentSubject & { body: string },
  idempotencyKey: string,
): Promise<void> {
  await api.send({ method: 'POST', path: commentsPath, body: comment, idempotencyKey })
}

/** PUT /comments/ID. Fails with 403 for all but the author, and with 422 as above. */
export async function updateComment(
  api: Api,
  id: number,
  body: { body: string },
  idempotencyKey: string,
): Promise<void> {
  await api.send({ method: 'PUT', path: `${commentsPath}/${id}`, body, idempotencyKey })
}

/** DELETE /comments/ID. Fails with 403 for all but the author. */
export async function deleteComment(api: Api, id: number, idempotencyKey: string): Promise<void> {
  await api.send({ method: 'DELETE', path: `${commentsPath}/${id}`, idempotencyKey })
}
