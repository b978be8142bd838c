import { sql } from 'kysely'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import type { CommentSubject as SubjectKey } from '#shared/areas/comments/comments.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { can } from '#shared/permissions/can.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { requirePermission } from '#server/platform/core/http/createCallHandler.ts'
import { badRequest, HttpError } from '#server/platform/core/platform/httpError.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findAlertSubject, findFixedAlert } from '../alerts/index.ts'
import { commentCallMessages } from './messages.ts'

/** The record that comments are about, as an account sees it. */
export type CommentSubject = {
  resource: Resource
  record: AnyRecord
  /** What an alert is about. Its comments outlast the alert, and return with it. */
  alertSubject: string | null
}

/**
 * Loads the record of a comment. Rejects with 403 or 404 unless the account may read it, and with
 * 400 if such records have no comments.
 */
export async function loadCommentSubject(
  db: Connection,
  account: Account,
  { resource: name, recordId }: SubjectKey,
): Promise<CommentSubject> {
  const resource = getResource(name)
  if (!resource?.api.comments) throw badRequest(commentCallMessages.notCommented)
  requirePermission(`${resource.permission}:read`, account)
  return resource.name === attentionItems.name
    ? loadAlert(db, account, recordId)
    : {
        resource,
        record: await loadRecord(db, limitToCaller(account, resource), recordId),
        alertSubject: null,
      }
}

/** Loads an alert, or one that was fixed, as long as its history is kept. */
async function loadAlert(db: Connection, account: Account, id: number): Promise<CommentSubject> {
  const record =
    (await findFixedAlert(db, account, id)) ??
    (await loadRecord(db, limitToCaller(account, attentionItems), id))
  return { resource: attentionItems, record, alertSubject: await findAlertSubject(db, id) }
}

/** Finds the record of a comment as an account sees it; null if the account can't read it. */
export async function findVisibleSubject(
  db: Connection,
  account: Account,
  key: SubjectKey,
): Promise<CommentSubject | null> {
  const resource = getResource(key.resource)
  if (!resource || !can(account.permissions, resource.permission, 'read')) return null
  try {
    return await loadCommentSubject(db, account, key)
  } catch (error) {
    if (error instanceof HttpError && error.problem.code === 'not_found') return null
    throw error
  }
}

/** Builds the condition for the comments of a record. */
export const buildCommentCondition = ({ resource, record, alertSubject }: CommentSubject) =>
  alertSubject === null
    ? sql<boolean>`resource = ${resource.name} and record_id = ${record.id}`
    : sql<boolean>`alert_subject = ${alertSubject}`
