import { sql } from 'kysely'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { signedInStatuses } from '#server/platform/core/auth/signedInStatuses.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { ChannelMessage } from './channelMessage.ts'

export type ToldUser = { id: number; email: string }

/** A part of a message, and the user who gets it. */
export type UserMessage = { user: ToldUser; message: ChannelMessage }

/**
 * Divides a message about the alerts of an on-call channel: open alerts go to the user on call,
 * fixed ones to the users who were told of them, as far as they can still sign in. If none can, they
 * go to the user on call too.
 */
export async function divideByUser(
  trx: Connection,
  message: ChannelMessage,
  onCall: ToldUser,
): Promise<UserMessage[]> {
  const { rows } = await sql<ToldUser & { subject: string }>`
    select subject, users.id, email
    from alert_deliveries join users on users.id = any(told_user_ids)
    where batch = ${message.id} and event = 'fixed' and s_identifier = ${operatorIdentifier}
      and users.status = any(${[...signedInStatuses]}::text[]) order by users.id`.execute(trx)
  const toldUsers = Map.groupBy(rows, ({ subject }) => subject)
  const parts = message.items.flatMap((item) =>
    (toldUsers.get(item.subject) ?? [onCall]).map(({ id, email }) => ({ id, email, item })),
  )
  return [...Map.groupBy(parts, ({ id }) => id)].flatMap(([id, own]) => {
    const email = own[0]?.email
    const items = own.map(({ item }) => item)
    return email === undefined ? [] : [{ user: { id, email }, message: { ...message, items } }]
  })
}

/** Saves that a user was told of the open alerts of a message. */
export const saveTold = (trx: Connection, { id }: ChannelMessage, user: ToldUser) =>
  sql`
    update alert_deliveries set told_user_ids = array_append(told_user_ids, ${user.id}::int)
    where batch = ${id} and event <> 'fixed' and not told_user_ids @> array[${user.id}::int]`.execute(
    trx,
  )
