import { sql } from 'kysely'
import { users } from '#shared/areas/users/users.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { findActiveOperator } from '#server/platform/core/auth/tokens.ts'
import type { RequestContext } from '#server/platform/core/http/call.ts'
import { validationFailed } from '#server/platform/core/platform/httpError.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import { enqueueEmail } from '../email/index.ts'
import { buildCommentsUrl } from './commentUrl.ts'
import { findVisibleSubject } from './commentSubject.ts'
import type { CommentSubject } from './commentSubject.ts'
import { findMentions, getSentence, hasMentions } from './mentions.ts'
import type { Mention, MentionableOperator } from './mentions.ts'
import { commentCallMessages, formatMentionEmail } from './messages.ts'

/** An operator to notify, with the record as that operator sees it. */
type MentionedOperator = {
  operator: MentionableOperator
  sentence: string
  subject: CommentSubject
}

/** Loads the operators that the author can mention: those that can be assigned to a record. */
async function loadOperators({ trx, caller }: RequestContext): Promise<MentionableOperator[]> {
  const { rows } = await sql<MentionableOperator>`
    select id, name, first_name, email from users
    where status = 'active' and s_identifier = ${operatorIdentifier}
      and (id = ${caller.id} or id in (select id from ${getVisibleRows(users, caller.storeIds)}))
    order by id`.execute(trx)
  return rows
}

/** Rejects a mention that doesn't name exactly one operator. */
function requireOperator({ written, operators }: Mention): MentionableOperator {
  const [operator, ...others] = operators
  if (!operator) throw validationFailed({ body: commentCallMessages.noSuchOperator(written) })
  if (others.length === 0) return operator
  const emails = operators.map(({ email }) => email)
  throw validationFailed({ body: commentCallMessages.severalOperators(written, emails) })
}

/**
 * Finds the operators that a comment mentions, without its author. Rejects the comment with 422 at
 * its text if a name is unclear, or if an operator can't view the record.
 */
export async function findMentioned(
  context: RequestContext,
  { resource, record }: CommentSubject,
  body: string,
): Promise<MentionedOperator[]> {
  if (!hasMentions(body)) return []
  const mentions = findMentions(body, await loadOperators(context))
  const byId = new Map<number, { operator: MentionableOperator; at: number }>()
  for (const mention of mentions) {
    const operator = requireOperator(mention)
    if (operator.id !== context.caller.id && !byId.has(operator.id))
      byId.set(operator.id, { operator, at: mention.at })
  }
  const mentioned: MentionedOperator[] = []
  const hidden: string[] = []
  for (const { operator, at } of byId.values()) {
    const account = await findActiveOperator(context.trx, operator.id)
    const key = { resource: resource.name, recordId: record.id }
    const subject = account && (await findVisibleSubject(context.trx, account, key))
    if (subject) mentioned.push({ operator, sentence: getSentence(body, at), subject })
    else hidden.push(operator.name)
  }
  if (hidden.length > 0)
    throw validationFailed({ body: commentCallMessages.cantView(hidden, resource.title.one) })
  return mentioned
}

/**
 * Emails the mentioned operators that this comment hasn't notified yet. Returns a function that
 * wakes the email queue after commit.
 */
export async function notifyMentioned(
  context: RequestContext,
  commentId: number,
  mentioned: readonly MentionedOperator[],
): Promise<() => Promise<void>> {
  const { trx, caller, platform } = context
  const { rows } = await sql<{ notifiedIds: number[] }>`
    select notified_ids from comments where id = ${commentId} for update`.execute(trx)
  const notifiedIds = rows[0]?.notifiedIds ?? []
  const added = mentioned.filter(({ operator }) => !notifiedIds.includes(operator.id))
  let wakeQueue = () => Promise.resolve()
  for (const { operator, sentence, subject } of added) {
    const { resource, record } = subject
    const path = `${buildCommentsUrl(resource, record)}#comment-${commentId}`
    const email = formatMentionEmail({
      author: caller.name,
      noun: resource.title.one,
      record: getLabel(resource, record),
      sentence,
      url: new URL(path, platform.consoleOrigin).href,
    })
    wakeQueue = await enqueueEmail(context, {
      kind: 'mention',
      to: operator.email,
      about: { resource: resource.name, id: record.id },
      ...email,
    })
  }
  await sql`update comments set notified_ids = notified_ids || ${added.map(({ operator }) => operator.id)}::int[]
    where id = ${commentId}`.execute(trx)
  return wakeQueue
}
