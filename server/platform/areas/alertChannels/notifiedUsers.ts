import { sql } from 'kysely'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { signedInStatuses } from '#server/platform/core/auth/signedInStatuses.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { ChannelMessage } from './channelMessage.ts'

export type NotifiedUser = { id: number; email: string }

/** A part of a message, and the user who gets it. */
export type UserMessage = { user: NotifiedUser; message: ChannelMessage }

/**
 * Divides a message about the alerts of an on-call channel: open alerts go to the user on call,
 * fixed ones to the users who were notified of them and can still sign in. If none can, they
 * go to the user on call too.
 */
export async function splitMessageByUser(
  trx: Connection,
  message: ChannelMessage,
  onCall: NotifiedUser,
): Promise<UserMessage[]> {
  const { rows } = await sql<NotifiedUser & { subject: string }>`
    select subject, users.id, email
    from alert_deliveries join users on users.id = any(notified_ids)
    where batch = ${message.id} and event = 'fixed' and s_identifier = ${operatorIdentifier}
      and users.status = any(${[...signedInStatuses]}::text[]) order by users.id`.execute(trx)
  const notifiedUsers = Map.groupBy(rows, ({ subject }) => subject)
  const parts = message.items.flatMap((item) =>
    (notifiedUsers.get(item.subject) ?? [onCall]).map(({ id, email }) => ({ id, email, item })),
  )
  return [...Map.groupBy(parts, ({ id }) => id)].flatMap(([id, own]) => {
    const email = own[0]?.email
    const items = own.map(({ item }) => item)
    return email === undefined ? [] : [{ user: { id, email }, message: { ...message, items } }]
  })
}

/** Saves that a user was notified of the open alerts of a message. */
export const saveNotified = (trx: Connection, { id }: ChannelMessage, user: NotifiedUser) =>
  sql`
    update alert_deliveries set notified_ids = array_append(notified_ids, ${user.id}::int)
    where batch = ${id} and event <> 'fixed' and not notified_ids @> array[${user.id}::int]`.execute(
    trx,
  )
